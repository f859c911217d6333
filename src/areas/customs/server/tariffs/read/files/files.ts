// Reads the files of publications piece by piece, so that a large one is never in memory.
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { CsvError, type CsvErrorCode, parse } from 'csv-parse';
import type { TariffReading, TariffRecord } from '../../tariff-model.ts';

export type Problems = TariffReading['problems'];

/** A file can be wrong in every line: the first are enough to see how. */
const problemsMax = 1000;

export function addProblem(problems: Problems, line: number, message: string): void {
  if (problems.length < problemsMax) problems.push({ line, message });
}

/** Couples the records of a reader with the problems that it finds on its way. */
export function startReading(
  read: (problems: Problems) => AsyncGenerator<TariffRecord>,
): TariffReading {
  const problems: Problems = [];
  return { records: read(problems), problems };
}

export type Row = {
  line: number;
  /** Trimmed; empty for a column that the file does not have. */
  cell(column: string): string;
};

export type TableColumns = {
  required: readonly string[];
  optional?: readonly string[];
  /** Ignores what follows in a header that begins so: of long official titles. */
  isByBeginning?: boolean;
};

const headerLinesMax = 20;
const columnsMax = 200;
const recordBytesMax = 1_000_000;
const firstBytes = 65_536;

/**
 * The rows below the header, which is the first line with all required columns. Titles above it are
 * skipped; case and spaces around the names of columns do not matter.
 */
export async function* csvRows(
  file: string,
  columns: TableColumns,
  problems: Problems,
): AsyncGenerator<Row> {
  const delimiter = await findDelimiter(file, columns);
  const parser = parse({
    delimiter,
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: recordBytesMax,
  });
  // An error of either stream ends the parser, whose reader below throws it.
  pipeline(createReadStream(file), parser, () => {});
  const table = createTable(columns, problems);
  let lines = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      lines += 1;
      const row = table.read(record, info.lines);
      if (row) yield row;
      if (table.isLost()) break;
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    addProblem(problems, Number(error.lines) || lines, brokenCsv[error.code] ?? 'Not readable');
    return;
  }
  table.end();
}

/** Finds the header among the first lines of a table, and makes rows of those below it. */
export function createTable(columns: TableColumns, problems: Problems) {
  let places: ReadonlyMap<string, number> | null = null;
  let width = 0;
  let lines = 0;
  return {
    /** Null above the header, and for a line that is wrong. */
    read(record: readonly string[], line: number): Row | null {
      lines += 1;
      if (places) {
        if (record.slice(width).every((cell) => cell.trim() === ''))
          return toRow(record, places, line);
        addProblem(problems, line, 'The line has more cells than there are columns.');
      } else {
        places = findColumns(record, columns);
        if (places) width = record.length;
      }
      return null;
    },
    /** Without a header among its first lines the rest need not be read. */
    isLost: () => places === null && lines >= headerLinesMax,
    end(): void {
      if (places) return;
      const expected = columns.required.join(', ');
      addProblem(problems, 1, `Columns are missing: ${expected} are expected.`);
    },
  };
}

type CsvRecord = { record: string[]; info: { lines: number } };

const brokenCsv: Partial<Record<CsvErrorCode, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'A quote is never closed; the rest of the file was not read.',
  CSV_MAX_RECORD_SIZE: 'The line is too long; the rest of the file was not read.',
};

const normalizeHeader = (header: string) => header.replaceAll(/\s+/g, ' ').trim().toLowerCase();

function findColumns(
  header: readonly string[],
  { required, optional = [], isByBeginning = false }: TableColumns,
): ReadonlyMap<string, number> | null {
  const names = header.slice(0, columnsMax).map(normalizeHeader);
  const find = (column: string) => {
    const name = normalizeHeader(column);
    return names.findIndex((one) => one === name || (isByBeginning && one.startsWith(name)));
  };
  const places = new Map([...required, ...optional].map((column) => [column, find(column)]));
  return required.every((column) => places.get(column)! >= 0) ? places : null;
}

const toRow = (
  record: readonly string[],
  places: ReadonlyMap<string, number>,
  line: number,
): Row => ({
  line,
  cell(column) {
    const place = places.get(column);
    if (place === undefined) throw new RangeError(`The column "${column}" is not declared.`);
    return place < 0 ? '' : (record[place] ?? '').trim();
  },
});

/** The one that separates the header best: spreadsheets of many countries write `;`. */
async function findDelimiter(file: string, { required }: TableColumns): Promise<string> {
  const handle = await open(file);
  try {
    const buffer = Buffer.alloc(firstBytes);
    const { bytesRead } = await handle.read(buffer, 0, firstBytes, 0);
    const lines = buffer.subarray(0, bytesRead).toString('utf8').split(/\r?\n/);
    const first = normalizeHeader(required[0] ?? '');
    const header = lines
      .slice(0, headerLinesMax)
      .find((line) => normalizeHeader(line).includes(first));
    const counts = [',', ';', '\t'].map((one) => ({ one, count: header?.split(one).length ?? 0 }));
    return counts.toSorted((a, b) => b.count - a.count)[0]!.one;
  } finally {
    await handle.close();
  }
}
