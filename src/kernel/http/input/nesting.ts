import { InvalidInput } from '../errors.ts';

/** Deeper than any legitimate input. */
const nestingMax = 64;

/** What reads such a value by recursion, or hands it to a thread, could overflow the stack. */
export function isNestedTooDeeply(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return false;
  if (depth === nestingMax) return true;
  return Object.values(value).some((inner) => isNestedTooDeeply(inner, depth + 1));
}

export const nestingError = () =>
  new InvalidInput({ non_field_errors: ['This is nested too deeply.'] });

export function assertNesting(body: unknown): void {
  if (isNestedTooDeeply(body)) throw nestingError();
}
