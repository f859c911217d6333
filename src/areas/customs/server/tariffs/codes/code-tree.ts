// Finds the parent of each code of a publication, in the order of the file, and the words above it.
import type { TariffCode } from '../tariff-model.ts';
import { normalizeText } from './tariff-text.ts';

export type CodeRow = {
  code: string;
  parent: string | null;
  position: number;
  indent: number;
  is_declarable: boolean;
  descriptions: Record<string, string>;
  units: string[];
  valid_from: string | null;
  valid_to: string | null;
  /** Words by language, for the search. */
  own: Record<string, string>;
  above: Record<string, string>;
};

type Place = { code: string; depth: number; words: Record<string, string> };
export type CodeTree = {
  /** The row of the next code, or why it has none. */
  place(record: TariffCode): CodeRow | { problem: string };
  languages: ReadonlySet<string>;
};

const aboveCharsMax = 2000;

export function createCodeTree(): CodeTree {
  let open: Place[] = [];
  const known = new Set<string>();
  const languages = new Set<string>();
  return {
    languages,
    place(record) {
      const { code } = record;
      if (!/^\d{2,12}$/.test(code)) return { problem: `"${code}" is not a tariff code` };
      if (known.has(code)) return { problem: `code ${code} appears twice: the first one is kept` };
      known.add(code);
      const depth = countDepth(record);
      open = open.filter((place) => place.depth < depth && isAbove(place.code, code));
      const own = mapTexts(record.descriptions, normalizeText);
      for (const language of Object.keys(own)) languages.add(language);
      const row = toRow(record, known.size, open.at(-1)?.code ?? null);
      const above = joinWords(open);
      open.push({ code, depth, words: own });
      return { ...row, own, above };
    },
  };
}

/** Chapters and headings may have the same indent. */
const countDepth = ({ code, indent }: TariffCode): number =>
  indent === 0 && isChapter(code) ? -1 : indent;
const isChapter = (code: string): boolean => /^\d\d0*$/.test(code);

/** A code of another chapter is never below, whatever the indents say. */
const isAbove = (above: string, code: string): boolean => above.slice(0, 2) === code.slice(0, 2);

const toRow = (record: TariffCode, position: number, parent: string | null) => ({
  code: record.code,
  parent,
  position,
  indent: record.indent,
  is_declarable: record.isDeclarable,
  descriptions: record.descriptions,
  units: record.units,
  valid_from: record.validFrom,
  valid_to: record.validTo,
});

const mapTexts = (texts: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, change(text)]));

function joinWords(places: readonly Place[]): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const { words } of places)
    for (const [language, text] of Object.entries(words))
      joined[language] = `${joined[language] ?? ''} ${text}`.slice(-aboveCharsMax);
  return joined;
}
