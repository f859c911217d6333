// Invalid bodies: a valid one with one thing changed.
import type { Random } from './random.ts';

const deep = (depth: number): unknown => (depth === 0 ? 1 : [deep(depth - 1)]);

/** One value of each JSON type. */
export const eachType: readonly unknown[] = [5, 'text', true, null, [], {}];

const invalidValues: readonly unknown[] = [
  ...eachType,
  -1,
  0,
  0.1,
  1e308,
  2 ** 53 + 2,
  '',
  ' ',
  '0',
  '-5',
  '1e9',
  'NaN',
  'null',
  'x'.repeat(20_000),
  '\u0000',
  '\ud800',
  '💥'.repeat(40),
  '\u202e\u2066',
  'İ\u0130ﬃ',
  "' or 1=1; --",
  '%00',
  '../../etc/passwd',
  '2026-02-31',
  '9999-12-31T23:59:60Z',
  '00000000-0000-0000-0000-000000000000',
  [[]],
  [null],
  Array(2000).fill(0),
  { toString: 1 },
  JSON.parse('{"__proto__":{"id":1},"constructor":1}'),
  deep(150),
];
const extraNames = ['id', 'account_id', 'user', 'status', '__proto__', 'toString', 'x'.repeat(300)];

type Json = Record<string, unknown> | unknown[];
const isBranch = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** A copy of the value with one thing changed, removed or added, at any depth. */
export function breakValue(value: unknown, random: Random): unknown {
  if (!isBranch(value) || random.happens(0.03)) return random.pick(invalidValues);
  const copy: Json = Array.isArray(value) ? [...value] : { ...value };
  const keys = Object.keys(copy);
  const key = keys.length > 0 ? random.pick(keys) : undefined;
  const put = (name: string, content: unknown) =>
    Object.defineProperty(copy, name, { value: content, enumerable: true, configurable: true });
  if (key === undefined || random.happens(0.1))
    put(
      Array.isArray(copy) ? String(copy.length) : random.pick(extraNames),
      random.pick(invalidValues),
    );
  else if (random.happens(0.15)) Reflect.deleteProperty(copy, key);
  else {
    const inner = Reflect.get(copy, key) as unknown;
    put(
      key,
      isBranch(inner) && random.happens(0.6)
        ? breakValue(inner, random)
        : random.pick(invalidValues),
    );
  }
  return copy;
}
