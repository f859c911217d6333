// Fields of a request that the contract lacks. The response warns about them, so that none is
// ignored silently.
import type { Warning } from '../engine/scope.ts';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Paths in `body` that are not in `parsed`: `colour`, `price.tax`, `items.0.size`. */
export function listUnknownFields(body: unknown, parsed: unknown, path = ''): string[] {
  if (!isRecord(body) || !isRecord(parsed)) return [];
  return Object.entries(body).flatMap(([key, value]) => {
    const name = path ? `${path}.${key}` : key;
    return Object.hasOwn(parsed, key) ? listUnknownFields(value, parsed[key], name) : [name];
  });
}

const namedMax = 20;
const nameLengthMax = 100;

const warn = (message: string): Warning => ({ code: 'unknown_field', message });

/** One warning for each name, up to a limit. */
export function listUnknownFieldWarnings(names: readonly string[]): Warning[] {
  const warnings = names
    .slice(0, namedMax)
    .map((name) => warn(`"${name.slice(0, nameLengthMax)}" is not a field here: it was left out.`));
  const left = names.length - namedMax;
  return left > 0 ? [...warnings, warn(`${left} more fields were left out.`)] : warnings;
}
