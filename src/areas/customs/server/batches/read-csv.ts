// A CSV file: a column for each fact, a line for each vehicle or each item of goods.
import { CsvError, parse } from 'csv-parse/sync';
import { batchLinesMax, referenceMax } from '../../wire/batches/batches.constants.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { type BatchColumn, csvColumns } from './batch-columns.ts';
import {
  emptyFile,
  type FileContent,
  type FileEntry,
  fileError,
  longReference,
  tooManyLines,
  unknownColumnsError,
} from './file-content.ts';

const recordCharactersMax = 100_000;

/** Spreadsheets of many locales separate cells by semicolons. */
function findDelimiter(header: string): string {
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: header.split(sign).length }));
  return counts.reduce((most, one) => (one.count > most.count ? one : most)).sign;
}

/** Far more than there are columns. Parsing millions of cells would delay the calls of others. */
const cellsMax = 64 * batchLinesMax;

function assertFewCells(text: string, delimiter: string): void {
  let cells = 0;
  for (let at = text.indexOf(delimiter); at >= 0; at = text.indexOf(delimiter, at + 1))
    if (++cells > cellsMax)
      throw fileError('The file has too many cells: remove columns that are empty, or divide it.');
}

type Row = { record: string[]; info: { lines: number } };

function parseRows(text: string): Row[] {
  const bare = text.replace(/^\uFEFF/, '');
  const header = /[^\r\n]+/.exec(bare.slice(0, recordCharactersMax))?.[0] ?? '';
  const delimiter = findDelimiter(header);
  assertFewCells(bare, delimiter);
  try {
    const options = {
      info: true,
      delimiter,
      trim: true,
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      max_record_size: recordCharactersMax,
      // The header, and one more than allowed, to notice that there are more.
      to: batchLinesMax + 2,
    };
    return parse(bare, options) as unknown as Row[];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw fileError(
      `The file is not valid CSV near line ${Number(error.lines)}: check its quotes.`,
    );
  }
}

/** `reference` has no column of its own: it is not a fact. */
type Header = readonly (BatchColumn | 'reference')[];

function readHeader(kind: ImportKind, names: readonly string[]): Header {
  const known = csvColumns[kind];
  const unknown = names.filter((name) => name !== 'reference' && !known.has(name));
  if (unknown.length > 0) throw unknownColumnsError(unknown.map((name) => name || '(no name)'));
  const repeated = names.filter((name, at) => names.indexOf(name) !== at);
  if (repeated.length > 0) throw fileError(`Repeated columns: ${repeated.join(', ')}.`);
  return names.map((name) => known.get(name) ?? 'reference');
}

const booleans: Record<string, boolean> = { true: true, false: false, yes: true, no: false };

const readCell = (text: string, { isBoolean }: BatchColumn): unknown =>
  isBoolean ? (booleans[text.toLowerCase()] ?? text) : text;

type Facts = Record<string, unknown>;
type Line = { line: number; reference: string; facts: Facts; item: Facts; problems: string[] };

function place(facts: Facts, [name = '', part]: readonly string[], value: unknown): void {
  if (part === undefined) facts[name] = value;
  else facts[name] = { ...(facts[name] as Facts | undefined), [part]: value };
}

function readLine(header: Header, cells: readonly string[], line: number): Line {
  const read: Line = { line, reference: '', facts: {}, item: {}, problems: [] };
  for (const [at, cell] of cells.entries()) {
    const column = header[at];
    if (cell === '') continue;
    if (!column) read.problems = ['This line has more cells than the header has columns.'];
    else if (column === 'reference') read.reference = cell;
    else place(column.isOfItem ? read.item : read.facts, column.path, readCell(cell, column));
  }
  return read;
}

const listProblems = (problems: Record<string, string[]>) => {
  const found = Object.entries(problems).filter(([, messages]) => messages.length > 0);
  return found.length > 0 ? { problems: Object.fromEntries(found) } : {};
};

const toReference = ({ reference, line }: Line) => ({
  reference: (reference || String(line)).slice(0, referenceMax),
  problem: reference.length > referenceMax ? [longReference] : [],
});

function toVehicle(read: Line): FileEntry {
  const { reference, problem } = toReference(read);
  return {
    ...{ line: read.line, reference, input: read.facts },
    ...listProblems({ non_field_errors: read.problems, reference: problem }),
  };
}

/** Lines of one consignment state its facts once, or all the same. */
function toConsignment(lines: readonly Line[]): FileEntry {
  const { reference, problem } = toReference(lines[0]!);
  const shared: Facts = {};
  const differing: Record<string, string[]> = {};
  for (const { facts } of lines)
    for (const [name, value] of Object.entries(facts)) {
      shared[name] ??= value;
      if (JSON.stringify(shared[name]) !== JSON.stringify(value))
        differing[name] = ['Lines with the same reference must state the same, or nothing.'];
    }
  return {
    ...{ line: lines[0]!.line, reference },
    input: { ...shared, items: lines.map(({ item }) => item) },
    ...listProblems({
      ...differing,
      non_field_errors: lines.flatMap(({ problems }) => problems),
      reference: problem,
    }),
  };
}

/** Throws InvalidInput on the field `file`. */
export function readCsv(kind: ImportKind, text: string): FileContent {
  const [first, ...rows] = parseRows(text);
  if (!first || rows.length === 0) throw emptyFile();
  const header = readHeader(kind, first.record);
  if (rows.length > batchLinesMax) throw tooManyLines();
  const lines = rows.map(({ record, info }) => readLine(header, record, info.lines));
  if (kind === 'vehicle') return { lines: lines.length, entries: lines.map(toVehicle) };
  const byReference = Map.groupBy(lines, ({ reference, line }) => reference || line);
  return { lines: lines.length, entries: [...byReference.values()].map(toConsignment) };
}
