// A comparison in the address, so that a reload, a bookmark and a link show it again.
import { type Draft, toDraft } from '../form/draft.ts';
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
  const stated = { aspect, of: values, ...facts, lines: lines.map((line) => line.values) };
  const text = JSON.stringify(stated);
  return encodeURIComponent(text).length > lengthMax ? null : text;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Null for text that this screen did not write. */
export function readComparison(text: string | null): ComparisonStart | null {
  const stated = parse(text);
  const known = aspects.find((one) => one === stated?.aspect);
  if (!known || !isTexts(stated?.of) || !Array.isArray(stated.lines)) return null;
  const lines = stated.lines.map((values) => ({ key: crypto.randomUUID(), values }));
  const draft = toDraft({ ...stated, lines });
  return draft && { aspect: known, values: stated.of, draft };
}

function parse(text: string | null): Record<string, unknown> | null {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
