import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { csvStream, streamRows } from './csv-response.ts';

/** The rows 1 to `count`, asked for as a store is. */
const rowsTo = (count: number) => async (last: { id: number } | undefined, limit: number) => {
  const from = (last?.id ?? 0) + 1;
  const length = Math.max(0, Math.min(limit, count - from + 1));
  return Array.from({ length }, (_, at) => ({ id: from + at }));
};

test.each([0, 1, 499, 500, 501, 1000, 120_000])('a list of %i rows is complete', async (count) => {
  const rows = streamRows(rowsTo(count), (batch) => batch.map(({ id }) => ({ number: id })));
  const lines = (await text(csvStream(['number'], rows))).trim().split('\r\n');
  expect(lines).toHaveLength(count + 1);
  expect(lines.at(-1)).toBe(count === 0 ? '"number"' : String(count));
});

test('a missing value is an empty cell, and a list is JSON', async () => {
  async function* rows() {
    yield { id: 7, tags: ['a', 'b'] };
  }
  expect(await text(csvStream(['id', 'name', 'tags'], rows()))).toBe(
    '"id","name","tags"\r\n7,,"[""a"",""b""]"\r\n',
  );
});

test('a reader that leaves ends the reading of rows', async () => {
  let readCount = 0;
  const read = async (last: { id: number } | undefined, limit: number) => {
    readCount++;
    return rowsTo(120_000)(last, limit);
  };
  const stream = csvStream(
    ['id'],
    streamRows(read, (rows) => rows),
  );
  for await (const _ of stream) break;
  const atTheEnd = readCount;
  await new Promise((resolve) => setImmediate(resolve));
  expect([stream.destroyed, readCount]).toEqual([true, atTheEnd]);
  expect(readCount).toBeLessThan(240);
});
