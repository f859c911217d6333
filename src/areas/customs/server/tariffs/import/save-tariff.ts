// Stores the records of one publication as a version, within one transaction.
import type { Insertable } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { CustomsTariff } from '#kernel/database/schema.d.ts';
import { type CodeRow, createCodeTree } from '../codes/code-tree.ts';
import { withoutPadding } from '../codes/tariff-codes.ts';
import type { TariffReading, TariffRecord } from '../tariff-model.ts';
import {
  insertVersion,
  type TariffProblem,
  updateVersion,
} from '../versions/tariff-version-store.ts';
import {
  insertCodes,
  insertMeasures,
  insertWords,
  type MeasureRow,
} from './tariff-import-store.ts';

export type ImportProgress = { codes: number; measures: number };
export type SaveOptions = { onProgress?: ((progress: ImportProgress) => void) | undefined };

const rowsAtOnce = 2000;
const wordsAtOnce = 20_000;
/** Of the problems of a file only the first are kept; all are counted. */
const problemsMax = 200;
const wordCharsMin = 3;
const wordCharsMax = 40;

/** Null if the file was imported meanwhile. Throws without any record: nothing is stored. */
export async function saveTariff(
  tx: Tx,
  values: Insertable<CustomsTariff>,
  reading: TariffReading,
  { onProgress }: SaveOptions = {},
): Promise<number | null> {
  const id = await insertVersion(tx, values);
  if (id === null) return null;
  const writer = createWriter(tx, id);
  let place = 0;
  for await (const record of reading.records) {
    await writer.write(record, ++place);
    if (place % rowsAtOnce === 0) onProgress?.(writer.progress);
  }
  await writer.flush();
  const { codes, measures } = writer.progress;
  const problems = [...reading.problems, ...writer.problems];
  if (codes + measures === 0) throw new Error(nothingRead(problems));
  await updateVersion(tx, id, {
    codes_count: codes,
    measures_by_kind: JSON.stringify(writer.measuresByKind),
    languages: [...writer.languages],
    problems_count: problems.length,
    problems: JSON.stringify(problems.slice(0, problemsMax)),
  });
  onProgress?.(writer.progress);
  return id;
}

const nothingRead = (problems: readonly TariffProblem[]) =>
  ['The file contains no code and no measure that can be read.', ...problems.map(formatProblem)]
    .slice(0, 10)
    .join('\n');

const formatProblem = ({ line, message }: TariffProblem) => `line ${line}: ${message}`;

function createWriter(tx: Tx, id: number) {
  const tree = createCodeTree();
  const progress: ImportProgress = { codes: 0, measures: 0 };
  const measuresByKind: Record<string, number> = {};
  const problems: TariffProblem[] = [];
  const words = new Set<string>();
  let codes: CodeRow[] = [];
  let measures: MeasureRow[] = [];
  const flush = async () => {
    if (codes.length > 0) await insertCodes(tx, id, codes);
    if (measures.length > 0) await insertMeasures(tx, id, measures);
    codes = [];
    measures = [];
  };
  const write = async (record: TariffRecord, place: number) => {
    if (record.record === 'code') {
      const row = tree.place(record);
      if ('problem' in row) return void problems.push({ line: place, message: row.problem });
      collectWords(words, row.own);
      codes.push(row);
      progress.codes++;
    } else if (/^\d{2,12}$/.test(record.code)) {
      const position = ++progress.measures;
      measures.push({ ...record, position, applies_to: withoutPadding(record.code) });
      measuresByKind[record.kind] = (measuresByKind[record.kind] ?? 0) + 1;
    } else
      problems.push({ line: place, message: `a measure of "${record.code}", which is no code` });
    if (codes.length + measures.length >= rowsAtOnce) await flush();
  };
  return {
    write,
    progress,
    problems,
    measuresByKind,
    languages: tree.languages,
    flush: async () => {
      await flush();
      await saveWords(tx, words);
    },
  };
}

export async function saveWords(tx: Tx, words: ReadonlySet<string>): Promise<void> {
  const all = [...words];
  for (let at = 0; at < all.length; at += wordsAtOnce)
    await insertWords(tx, all.slice(at, at + wordsAtOnce));
}

function collectWords(words: Set<string>, texts: Record<string, string>): void {
  for (const text of Object.values(texts))
    for (const word of text.split(' '))
      if (word.length >= wordCharsMin && word.length <= wordCharsMax && !/\d/.test(word))
        words.add(word);
}
