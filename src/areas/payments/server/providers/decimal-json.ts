// `JSON.parse` changes 0.1234567890123456789 and 170.0; amounts and signatures need all digits.

/** A JSON number as written: `1e-7`, `170.0`. */
export class NumberText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;
const parse = JSON.parse as (text: string, reviver: Reviver) => unknown;
const rawJson = (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON;

/** Parses with every number as `NumberText`. Throws SyntaxError as `JSON.parse` does. */
export const parseExactly = (text: string): unknown =>
  parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined ? new NumberText(source) : value,
  );

/** Decimal text as a JSON number with the same digits, for `JSON.stringify`. */
export const toJsonNumber = (decimalText: string): unknown => rawJson(decimalText);

/** Sorts keys at every depth and keeps numbers as written. */
export function stringifySorted(value: unknown): string {
  return JSON.stringify(sortKeys(value));
}

function sortKeys(value: unknown): unknown {
  if (value instanceof NumberText) return rawJson(value.text);
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  // Without a prototype, so that __proto__ is an ordinary key.
  const sorted = Object.create(null) as Record<string, unknown>;
  for (const [key, inner] of entries) sorted[key] = sortKeys(inner);
  return sorted;
}
