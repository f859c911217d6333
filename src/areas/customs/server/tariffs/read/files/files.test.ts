import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tariffSources } from '../sources.ts';
import { csvRows, type Problems } from './files.ts';
import { jsonItems } from './json-items.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tariff-files-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function write(content: string | Buffer, name = 'file'): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}-${name}`);
  await writeFile(file, content);
  return file;
}

async function items(content: string) {
  const problems: Problems = [];
  const all = await Array.fromAsync(jsonItems(await write(content), problems));
  return { values: all.map(({ value }) => value), lines: all.map(({ line }) => line), problems };
}

test('a JSON array is read object by object', async () => {
  const { values, lines, problems } = await items('[\n{"a":"]}\\"{"},\n{"b":[{"c":1}]}\n]');
  expect(values).toEqual([{ a: ']}"{' }, { b: [{ c: 1 }] }]);
  expect(lines).toEqual([2, 3]);
  expect(problems).toEqual([]);
});

test('any array of objects is read whole, across chunks of the file', async () => {
  const objects = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.json()), {
    maxLength: 5,
  });
  await fc.assert(
    fc.asyncProperty(objects, async (expected) => {
      const plain = JSON.parse(JSON.stringify(expected)) as unknown[];
      expect((await items(JSON.stringify(plain))).values).toEqual(plain);
    }),
    { numRuns: 30 },
  );
  const long = Array.from({ length: 3000 }, (_, at) => ({ at, text: '[{é"\\'.repeat(20) }));
  expect((await items(JSON.stringify(long))).values).toEqual(long);
});

test.each([
  ['{"results":[]}', 'A JSON array is expected.'],
  ['[{"a":1}', 'The file ends in the middle of an object.'],
  ['[{"a":}]', 'This is not valid JSON.'],
])('%s is a problem', async (content, message) => {
  expect((await items(content)).problems).toMatchObject([{ message }]);
});

async function rows(content: string) {
  const problems: Problems = [];
  const columns = { required: ['Code', 'Rate'], optional: ['Note'] };
  const all = await Array.fromAsync(csvRows(await write(content), columns, problems));
  return { cells: all.map(({ cell }) => [cell('Code'), cell('Rate'), cell('Note')]), problems };
}

test.each([
  ['commas', 'Code,Rate,Note\n01,5 %,x\n', [['01', '5 %', 'x']]],
  [
    'semicolons, a mark and a title',
    '\ufeffTariff of 2026\n rate ;CODE\n5;01\n',
    [['01', '5', '']],
  ],
  ['tabs', 'Code\tRate\n01\t"5\n%"\n', [['01', '5\n%', '']]],
  ['short rows', 'Code,Rate\n01\n', [['01', '', '']]],
])('a table with %s is read by its columns', async (_, content, expected) => {
  const { cells, problems } = await rows(content);
  expect(cells).toEqual(expected);
  expect(problems).toEqual([]);
});

test('a table without the columns, too many cells and an open quote are problems', async () => {
  expect((await rows('A,B\n1,2\n')).problems).toEqual([
    { line: 1, message: 'Columns are missing: Code, Rate are expected.' },
  ]);
  expect(await rows('Code,Rate\n01,"5,5"\n02,5,5\n03,5,\n')).toEqual({
    cells: [
      ['01', '5,5', ''],
      ['03', '5', ''],
    ],
    problems: [{ line: 3, message: 'The line has more cells than there are columns.' }],
  });
  expect((await rows('Code,Rate\n01,"5\n')).problems).toMatchObject([
    { message: 'A quote is never closed; the rest of the file was not read.' },
  ]);
});

test.each(
  tariffSources.flatMap(({ name, formats }) => formats.map((format) => ({ name, format }))),
)('$name: any other $format file has problems and no records', async ({ name, format }) => {
  const { read } = tariffSources.find((source) => source.name === name)!;
  for (const content of ['', 'hello', '\u0000\ufffd"', '<html>', '[1,2]', '{"data":{}}']) {
    const { records, problems } = read(await write(content, `x.${format}`), {});
    expect(await Array.fromAsync(records)).toEqual([]);
    if (format === 'csv') expect(problems.length, content).toBeGreaterThan(0);
  }
});

test('a large file is read as it streams', async () => {
  const header = 'HTS Number,Indent,Description,General Rate of Duty\n';
  const file = await write(header + '0101.21.00.10,3,Horses,Free\n'.repeat(5000), 'x.csv');
  const { records } = tariffSources.find(({ name }) => name === 'us-hts')!.read(file, {});
  const first: unknown[] = [];
  for await (const record of records) {
    first.push(record);
    if (first.length === 10) break;
  }
  expect(first).toHaveLength(10);
});
