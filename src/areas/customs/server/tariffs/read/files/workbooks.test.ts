import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { type CellValue, writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TariffRecord } from '../../tariff-model.ts';
import { tariffSources } from '../sources.ts';
import type { Problems } from './files.ts';
import { tableRows } from './workbooks.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'tariff-workbooks-'));
});
afterAll(() => rm(folder, { recursive: true }));

let files = 0;
async function write(content: string | Uint8Array): Promise<string> {
  files += 1;
  const file = path.join(folder, `${files}.xlsx`);
  await writeFile(file, content);
  return file;
}

type Sheet = CellValue[][];
const workbook = (...sheets: Sheet[]) =>
  writeXlsx({ sheets: sheets.map((rows, at) => ({ name: `Sheet ${at + 1}`, rows })) });

async function readAs(source: string, content: string | Uint8Array) {
  const { read } = tariffSources.find(({ name }) => name === source)!;
  const { records, problems } = read(await write(content), {});
  const all: TariffRecord[] = await Array.fromAsync(records);
  return { all, problems };
}

async function rows(content: string | Uint8Array) {
  const problems: Problems = [];
  const columns = { required: ['Code', 'Rate'], optional: ['From'] };
  const all = await Array.fromAsync(tableRows(await write(content), columns, problems));
  const cells = all.map(({ line, cell }) => [line, cell('Code'), cell('Rate'), cell('From')]);
  return { cells, problems };
}

const dutyHeader = [
  ...['Goods code', 'Add code', 'Order No.', 'Start date', 'End date', 'RED_IND', 'Origin'],
  ...[' Measure type', 'Legal base', 'Duty', 'Origin code', ' Meas. type code'],
];
const day = (text: string) => new Date(`${text}T00:00:00Z`);

describe('the workbooks of TARIC are read as published', () => {
  test('duties: dates of the workbook or text, numbers, headers with leading blanks', async () => {
    const rest = ['ERGA OMNES', 'Third country duty', 'R1/20', '3.300 %', 1011, 103];
    const { all, problems } = await readAs(
      'eu-taric',
      await workbook([
        dutyHeader,
        ['8534000000', null, null, day('2020-02-29'), '31-12-2030', null, ...rest],
        [8534000000, null, null, '01-01-2000', null, null, ...rest],
        [101210000, null, null, '01-01-2000', null, null, ...rest],
        ['0101210000', null, null, 35796, null, null, ...rest],
      ]),
    );
    expect(all).toMatchObject([
      { code: '8534000000', validFrom: '2020-02-29', validTo: '2030-12-31', text: '3.300 %' },
      { code: '8534000000', validFrom: '2000-01-01', validTo: null, kind: 'third_country' },
    ]);
    expect(problems).toMatchObject([
      { line: 1 },
      { line: 4, message: 'The goods code is not ten digits.' },
      { line: 5, message: 'A date is not DD-MM-YYYY.' },
    ]);
  });

  test('the nomenclature: below a title and empty lines', async () => {
    const { all, problems } = await readAs(
      'eu-taric-codes',
      await workbook([
        ['Nomenclature'],
        [],
        ['Goods code', 'Start date', 'End date', 'Language', 'Hier. Pos.', 'Indent', 'Description'],
        ['0100000000 80', day('1971-12-31'), null, 'EN', 2, null, 'LIVE ANIMALS'],
        ['0101000000 80', '01-01-1972', null, 'EN', 4, null, 'Live horses'],
      ]),
    );
    expect(all).toMatchObject([
      { code: '0100000000', isDeclarable: false, validFrom: '1971-12-31' },
      { code: '0101000000', isDeclarable: true, descriptions: { en: 'Live horses' } },
    ]);
    expect(problems).toEqual([]);
  });
});

test('rows keep their number in the sheet; cells beyond the columns are a problem', async () => {
  const { cells, problems } = await rows(
    await workbook([
      ['Rate', 'Code', ' From '],
      ['5 %', '01', day('2026-11-23')],
      [],
      [true, '02', null, 'note'],
      [0.05, '03', null],
    ]),
  );
  expect(cells).toEqual([
    [2, '01', '5 %', '2026-11-23'],
    [5, '03', '0.05', ''],
  ]);
  expect(problems).toMatchObject([{ line: 4, message: expect.stringContaining('more cells') }]);
});

describe('no records and a clear problem:', () => {
  const header = [['Code', 'Rate']];

  test('the table is in the second sheet', async () => {
    const cover = [['About this file']];
    expect(await rows(await workbook(cover, [...header, ['01', '5 %']]))).toMatchObject({
      cells: [],
      problems: [{ message: 'Columns are missing: Code, Rate are expected.' }],
    });
  });

  test.each([
    ['no zip archive', 'PK and nothing else', 'is not an .xlsx file'],
    ['another zip archive', zip({ 'readme.txt': 'hello' }), 'is not an .xlsx file'],
    ['a zip archive of 4 GB', zip({ '[Content_Types].xml': 'x' }, { at: 12 }), 'is not an .xlsx'],
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'locked or of before 2007'],
    ['only the types', zip({ '[Content_Types].xml': '<Types/>' }), 'damaged'],
  ])('%s', async (_, content, message) => {
    const { cells, problems } = await rows(content);
    expect(cells).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('a truncated file', async () => {
    const whole = await workbook([...header, ['01', '5 %']]);
    const { cells, problems } = await rows(whole.subarray(0, whole.length / 2));
    expect([cells.length, problems.length]).toEqual([0, 1]);
  });
});

describe('a workbook that unpacks to much more is not unpacked', () => {
  const types = { '[Content_Types].xml': '<Types/>' };
  const mebibyte = 1_048_576;

  test.each([
    ['a long sheet', 'xl/worksheets/sheet1.xml', 256, 'more than 256 MiB'],
    ['long shared texts', 'xl/sharedStrings.xml', 17, 'more than 16 MiB'],
    ['the same again and again', 'xl/worksheets/sheet1.xml', 2, 'more than 100 times its size'],
  ])('%s', async (_, name, mebibytes, message) => {
    const sizes = { [name]: mebibytes * mebibyte };
    const { cells, problems } = await rows(zip({ ...types, [name]: 'x' }, { sizes }));
    expect(cells).toEqual([]);
    expect(problems).toMatchObject([{ message: expect.stringContaining(message) }]);
  });

  test('an entry without its size', async () => {
    const { problems } = await rows(
      zip({ ...types, 'xl/x.xml': 'long' }, { sizes: { 'xl/x.xml': 0 } }),
    );
    expect(problems).toMatchObject([{ message: expect.stringContaining('is not stated') }]);
  });

  test('an entry longer than its size is read only to that size', async () => {
    const whole = Buffer.from(
      await workbook([['Code', 'Rate'], ...Array(5000).fill(['01', '5 %'])]),
    );
    const { cells, problems } = await rows(shortenSize(whole, 'xl/worksheets/sheet1.xml'));
    expect(cells.length).toBeLessThan(5000);
    expect(problems).toMatchObject([{ message: expect.stringContaining('exceeds limit') }]);
  });
});

/** A zip archive whose directory lies as told: `at` is a field of its end. */
function zip(
  entries: Record<string, string | Buffer>,
  lies: { at?: number; sizes?: Record<string, number> } = {},
): Buffer {
  const bodies: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(entries)) {
    const packed = deflateRawSync(content);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(8, 8);
    local.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50);
    entry.writeUInt16LE(8, 10);
    entry.writeUInt32LE(packed.length, 20);
    entry.writeUInt32LE(lies.sizes?.[name] ?? Buffer.byteLength(content), 24);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(offset, 42);
    bodies.push(local, Buffer.from(name), packed);
    directory.push(entry, Buffer.from(name));
    offset += local.length + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(offset, 16);
  if (lies.at !== undefined) end.writeUInt32LE(0xffff_ffff, lies.at);
  return Buffer.concat([...bodies, ...directory, end]);
}

function shortenSize(data: Buffer, name: string): Buffer {
  const sizeAt = data.lastIndexOf(name) - 46 + 24;
  data.writeUInt32LE(1000, sizeAt);
  return data;
}
