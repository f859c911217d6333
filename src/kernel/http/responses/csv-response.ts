// A list as a CSV file: every row that matches the filters, read in batches.
import { Readable } from 'node:stream';
import { csvLine } from '#lib/csv.ts';
import { respond } from '../mount.ts';

const batchSize = 500;

type Row = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<Row> | Iterable<Row>;

/** `rows` by column name; missing values become empty cells. Ends with the request. */
export const csvStream = (columns: readonly string[], rows: Rows): Readable =>
  Readable.from(writeLines(columns, rows), { objectMode: false });

export const respondCsv = (name: string, stream: Readable) =>
  respond(200, stream, { 'content-disposition': `attachment; filename="${name}.csv"` });

async function* writeLines(columns: readonly string[], rows: Rows): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((name) => formatCell(row[name])));
}

const formatCell = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/**
 * Yields every row of a list: `read` returns up to `count` rows after `last`, `serialize` turns
 * them into what is sent. Offset pagination would scan a long list again for every batch.
 */
export async function* streamRows<Row, Serialized>(
  read: (last: Row | undefined, count: number) => Promise<readonly Row[]>,
  serialize: (rows: readonly Row[]) => readonly Serialized[] | Promise<readonly Serialized[]>,
): AsyncGenerator<Serialized> {
  let last: Row | undefined;
  do {
    const rows = await read(last, batchSize);
    yield* await serialize(rows);
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
}
