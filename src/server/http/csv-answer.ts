// A list as a file: every row that fits its filters, a batch at a time.
import { Readable } from 'node:stream';
import { csvLine } from '#lib/csv.ts';
import { type PageRequest, pageDepthMax } from '#lib/pagination.ts';

const batchSize = 500;

/** `rows` by column name; what a row lacks is an empty cell. Ends with the request. */
export const csvStream = (
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): Readable => Readable.from(linesOf(columns, rows), { objectMode: false });

async function* linesOf(
  columns: readonly string[],
  rows: AsyncIterable<Readonly<Record<string, unknown>>>,
): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((name) => cellOf(row[name])));
}

const cellOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/** Reads a paged list from its first row on, 100,000 rows at most: as deep as its pages go. */
export async function* everyRow<Row>(
  read: (page: PageRequest) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  for (let page = 1; page * batchSize <= pageDepthMax; page++) {
    const rows = await read({ page, pageSize: batchSize, offset: (page - 1) * batchSize });
    yield* rows;
    if (rows.length < batchSize) return;
  }
}
