// A list as a file: every row that fits its filters, a batch at a time.
import { Readable } from 'node:stream';
import { csvLine } from '#lib/csv.ts';

const batchSize = 500;

type Row = Readonly<Record<string, unknown>>;
type Rows = AsyncIterable<Row> | Iterable<Row>;

/** `rows` by column name; what a row lacks is an empty cell. Ends with the request. */
export const csvStream = (columns: readonly string[], rows: Rows): Readable =>
  Readable.from(linesOf(columns, rows), { objectMode: false });

async function* linesOf(columns: readonly string[], rows: Rows): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const row of rows) yield csvLine(columns.map((name) => cellOf(row[name])));
}

const cellOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value ?? '');

/**
 * Every row of a list, however many: `read` gives up to `count` rows after `last`, `show` what is
 * told of them. Pages by number would read a long list again and again.
 */
export async function* everyRow<Row, Shown>(
  read: (last: Row | undefined, count: number) => Promise<readonly Row[]>,
  show: (rows: readonly Row[]) => readonly Shown[] | Promise<readonly Shown[]>,
): AsyncGenerator<Shown> {
  let last: Row | undefined;
  do {
    const rows = await read(last, batchSize);
    yield* await show(rows);
    last = rows.length === batchSize ? rows.at(-1) : undefined;
  } while (last);
}
