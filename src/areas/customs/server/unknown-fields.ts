// What a caller wrote and no contract knows: said in the answer, because nothing may vanish silently.
import type { Warning } from './engine/scope.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Paths of what was sent and is not in what was read: `colour`, `price.tax`, `items.0.size`. */
export function listUnknown(sent: unknown, read: unknown, place = ''): string[] {
  if (!isRecord(sent) || !isRecord(read)) return [];
  return Object.entries(sent).flatMap(([key, value]) => {
    const name = place ? `${place}.${key}` : key;
    return Object.hasOwn(read, key) ? listUnknown(value, read[key], name) : [name];
  });
}

const namedMax = 20;
const nameLengthMax = 100;

const warn = (message: string): Warning => ({ code: 'unknown_field', message });

/** One warning a name, as far as anybody would read them. */
export function warnOfUnknown(names: readonly string[]): Warning[] {
  const warnings = names
    .slice(0, namedMax)
    .map((name) => warn(`"${name.slice(0, nameLengthMax)}" is not a field here: it was left out.`));
  const left = names.length - namedMax;
  return left > 0 ? [...warnings, warn(`${left} more fields were left out.`)] : warnings;
}
