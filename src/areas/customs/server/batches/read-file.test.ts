import { describe, expect, test } from 'vitest';
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  batchBytesMax,
  batchLinesMax,
  batchTemplates,
} from '../../wire/batches/batches.constants.ts';
import { goodsInput, vehicleInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { readBatchFile } from './read-file.ts';

const csv = (text: string, kind: ImportKind = 'vehicle') =>
  readBatchFile(kind, 'csv', Buffer.from(text));
const json = (value: unknown, kind: ImportKind = 'vehicle') =>
  readBatchFile(kind, 'json', Buffer.from(JSON.stringify(value)));
const refusal = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidInput) return (error.fields.file as string[])[0]!;
    throw error;
  }
  throw new Error('The file was not refused.');
};

describe('a CSV file', () => {
  test('has a vehicle a line, with dots for the parts of an amount', () => {
    const text =
      'reference,price.amount,price.currency,historic\r\nA1,10000,EUR,yes\r\n\r\n,5,USD,\r\n';
    expect(csv(text)).toEqual({
      lines: 2,
      entries: [
        {
          ...{ line: 2, reference: 'A1' },
          input: { price: { amount: '10000', currency: 'EUR' }, historic: true },
        },
        { line: 4, reference: '4', input: { price: { amount: '5', currency: 'USD' } } },
      ],
    });
  });

  test('of goods has an item a line, and one consignment for each reference', () => {
    const text = [
      'reference;destination_country;currency;description;quantity;origin_country',
      'P1;DE;EUR;Shirts;1;CN',
      'P2;FR;EUR;Toys;2;',
      'P1;;;"Shoes; leather";3;VN',
      ';DE;EUR;Bags;4;',
    ].join('\n');
    const { lines, entries } = csv(`\uFEFF${text}`, 'goods');
    expect(lines).toBe(4);
    expect(entries.map(({ line, reference }) => [line, reference])).toEqual([
      [2, 'P1'],
      [3, 'P2'],
      [5, '5'],
    ]);
    expect(entries[0]?.input).toEqual({
      ...{ destination_country: 'DE', currency: 'EUR' },
      items: [
        { description: 'Shirts', quantity: '1', origin_country: 'CN' },
        { description: 'Shoes; leather', quantity: '3', origin_country: 'VN' },
      ],
    });
  });

  test('keeps what is wrong with a line for its own result', () => {
    const goods = csv('reference,currency,quantity\nP1,EUR,1\nP1,USD,2\nP2,EUR,1,,5', 'goods');
    expect(goods.entries.map(({ problems }) => Object.keys(problems ?? {}))).toEqual([
      ['currency'],
      ['non_field_errors'],
    ]);
    const long = 'x'.repeat(101);
    expect(csv(`reference,make\n${long},Opel`).entries[0]).toMatchObject({
      reference: long.slice(1),
      problems: { reference: [expect.stringContaining('100')] },
    });
  });

  test('names the columns that it does not know', () => {
    expect(refusal(() => csv('make,colour,price.tax\nA,B,C'))).toBe(
      'Unknown columns: colour, price.tax.',
    );
    expect(refusal(() => csv('make,duty_rate\nA,1'))).toContain('duty_rate');
    const many = Array.from({ length: 30 }, (_, at) => `c${at}`).join(',');
    expect(refusal(() => csv(`${many}\n1`))).toMatch(/c19 and 10 more\.$/);
    expect(refusal(() => csv('make,model,make\nA,B,C'))).toBe('Repeated columns: make.');
  });

  test('is refused when it is empty, broken or too long', () => {
    for (const text of ['', 'make', 'make\n\n,\n'])
      expect(refusal(() => csv(text))).toBe('The file has no lines.');
    expect(refusal(() => csv('make\n"Opel'))).toMatch(/not valid CSV near line \d/);
    const lines = (count: number) => `make\n${'Opel\n'.repeat(count)}`;
    expect(csv(lines(batchLinesMax)).lines).toBe(batchLinesMax);
    expect(refusal(() => csv(lines(batchLinesMax + 1)))).toContain('more than');
  });

  test.each(['vehicle', 'goods'] as const)('as the template of %s is valid', (kind) => {
    const text = batchTemplates[kind].map((cells) => cells.join(',')).join('\n');
    const { entries } = csv(text, kind);
    expect(entries).toHaveLength(2);
    for (const { input, problems } of entries) {
      expect(problems).toBeUndefined();
      (kind === 'goods' ? goodsInput : vehicleInput).parse(input);
    }
  });
});

describe('a JSON file', () => {
  test('is a list of bodies of single calls', () => {
    const price = { amount: '1', currency: 'EUR' };
    const own = [{ from: 'EUR', to: 'UAH', rate: '45' }];
    expect(json([{ reference: 7, price, exchange_rates: own }, { price: 'free' }])).toEqual({
      lines: 2,
      entries: [
        { line: 1, reference: '7', input: { price, exchange_rates: own } },
        { line: 2, reference: '2', input: { price: 'free' } },
      ],
    });
    const items = [{ description: 'A' }, { description: 'B' }];
    expect(json([{ items }, { items: [] }], 'goods').lines).toBe(3);
  });

  test('keeps what is wrong with an entry for its own result', () => {
    const { entries } = json([null, { reference: {} }, { reference: 'x'.repeat(101) }]);
    expect(entries.map(({ problems }) => Object.keys(problems ?? {})[0])).toEqual([
      'non_field_errors',
      'reference',
      'reference',
    ]);
  });

  test('names the fields that it does not know', () => {
    expect(refusal(() => json([{ make: 'A', price: { tax: 1 } }, { colour: 1 }]))).toBe(
      'Unknown columns: price.tax, colour.',
    );
    const nested = JSON.parse(`${'['.repeat(200)}${']'.repeat(200)}`) as unknown;
    expect(refusal(() => json([{ items: nested }], 'goods'))).toContain('nested too deeply');
    expect(refusal(() => json([{ make: 'a\0b' }]))).toContain('not valid Unicode');
    expect(refusal(() => json([{ make: '\ud800' }]))).toContain('not valid Unicode');
    expect(json([{ make: 'C:\\u0000' }]).lines).toBe(1);
  });

  test('is refused when it is no list, empty or too long', () => {
    expect(refusal(() => json({ make: 'A' }))).toContain('not a list');
    expect(refusal(() => readBatchFile('goods', 'json', Buffer.from('[{')))).toContain('list');
    expect(refusal(() => json([]))).toBe('The file has no lines.');
    expect(refusal(() => json(Array(batchLinesMax + 1).fill({})))).toContain('more than');
    const items = Array(batchLinesMax + 1).fill({});
    expect(refusal(() => json([{ items }], 'goods'))).toContain('more than');
  });
});

test('a file that would take long to read is refused at once', () => {
  const wide = `reference,vin\n${`${','.repeat(800)}x\n`.repeat(1000)}`;
  expect(refusal(() => csv(wide))).toBe(
    'The file has too many cells: remove columns that are empty, or divide it.',
  );
  const deep = Buffer.from(`[${'['.repeat(100_000)}${']'.repeat(100_000)}]`);
  expect(readBatchFile('vehicle', 'json', deep).entries).toMatchObject([
    { problems: { non_field_errors: ['Expected an object.'] } },
  ]);
});

test('other files are refused', () => {
  const read = (bytes: Buffer) => refusal(() => readBatchFile('goods', 'csv', bytes));
  expect(read(Buffer.from([0x63, 0xe9, 0x0a]))).toContain('UTF-8');
  expect(read(Buffer.from('a\0b'))).toContain('UTF-8');
  expect(read(Buffer.alloc(batchBytesMax + 1, 'a'))).toContain('8 MiB');
});
