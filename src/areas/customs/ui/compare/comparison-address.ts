// A comparison in the address, so that a reload, a bookmark and a link show it again.
import { type Draft, toDraft } from '../form/draft/draft.ts';
import { type Aspect, aspects } from './scenarios.ts';

export type ComparisonStart = {
  aspect: Aspect;
  /** The compared values of the aspect. */
  values: readonly string[];
  draft: Draft;
};

/** As it stands in an address, with other letters as several characters each: servers take 8 KB. */
const lengthMax = 7000;

/** Null for one that is too long for an address. */
export function writeComparison({ aspect, values, draft }: ComparisonStart): string | null {
  const { title: _, lines, ...facts } = draft;
  const parameters = { aspect, of: values, ...facts, lines: lines.map((line) => line.values) };
  const text = JSON.stringify(parameters);
  return encodeURIComponent(text).length > lengthMax ? null : text;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Null for text that this screen did not write. */
export function readComparison(text: string | null): ComparisonStart | null {
  const parsed = parse(text);
  const known = aspects.find((one) => one === parsed?.aspect);
  if (!known || !isTexts(parsed?.of) || !Array.isArray(parsed.lines)) return null;
  const lines = parsed.lines.map((values) => ({ key: crypto.randomUUID(), values }));
  const draft = toDraft({ ...parsed, lines });
  return draft && { aspect: known, values: parsed.of, draft };
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
