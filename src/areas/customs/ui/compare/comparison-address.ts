// A comparison in the address, so that a reload, a bookmark and a link show it again.
import { type Draft, newLine, readDraft } from '../form/draft.ts';
import { type Aspect, aspects } from './scenarios.ts';

export type ComparisonStart = {
  aspect: Aspect;
  /** The compared values of the aspect. */
  values: readonly string[];
  draft: Draft;
};

/** Encoded about twice as long; servers and mail programs cut longer addresses. */
const lengthMax = 4000;

/** Null for one that is too long for an address. */
export function writeComparison({ aspect, values, draft }: ComparisonStart): string | null {
  const { title: _, lines, ...facts } = draft;
  const stated = { aspect, of: values, ...facts, lines: lines.map((line) => line.values) };
  const text = JSON.stringify(stated);
  return text.length > lengthMax ? null : text;
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/** Null for text that this screen did not write. */
export function readComparison(text: string | null): ComparisonStart | null {
  const draft = readDraft(text);
  if (!draft) return null;
  const { aspect, of } = draft as unknown as { aspect: unknown; of: unknown };
  const known = aspects.find((one) => one === aspect);
  if (!known || !isTexts(of)) return null;
  const { country, regime, date, values, rates, lines } = draft;
  return {
    aspect: known,
    values: of,
    draft: {
      country,
      regime: regime ?? '',
      date: date ?? '',
      values,
      rates,
      lines: (lines as unknown as Draft['values'][]).map((line) => newLine(line)),
      title: '',
    },
  };
}
