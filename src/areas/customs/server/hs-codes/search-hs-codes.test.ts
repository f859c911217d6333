import { beforeAll, describe, expect, test } from 'vitest';
import { publishTestTariff, tariffCode, tariffMeasure } from '#test/factories/customs-tariffs.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const codes = '/apix/data_customs/hs-codes/';
let who: SignedIn;

type FoundRow = { code: string; description: string; path: string[]; duty: string | null };

const inRussian = (en: string, ru: string) => ({ descriptions: { en, ru } });
const swiss = [
  tariffCode('6109', 0, 'T-shirts, singlets and other vests', { isDeclarable: false }),
  tariffCode('61091000', 1, 'Of cotton'),
  tariffCode('61099000', 1, 'Of other textile materials'),
  tariffCode('8517', 0, 'Telephone sets', { isDeclarable: false }),
  tariffCode('85171300', 1, 'Intelligent telephones'),
  tariffCode('9401', 0, 'Seats, whether or not convertible into beds', { isDeclarable: false }),
  tariffCode('94016100', 1, 'Upholstered'),
  tariffCode('0805', 0, '', inRussian('Citrus fruit', 'Цитрусовые плоды')),
  tariffMeasure('61091000', 6),
];

beforeAll(async () => {
  t.clock.set(new Date('2026-11-21T10:00:00Z'));
  who = await t.signIn('searcher@example.com');
  await publishTestTariff(t, { records: swiss });
});

const ask = async (search: string, country = 'CH') => {
  const url = `${codes}?search=${encodeURIComponent(search)}&destination_country=${country}`;
  return (await send(t, 'GET', url, undefined, { headers: who.headers })).body;
};
const found = async (search: string) => (await ask(search)).results as FoundRow[];
const foundCodes = async (search: string) => (await found(search)).map(({ code }) => code);

describe('codes are found', () => {
  test('by words in any form, of the code itself first, with those above it', async () => {
    expect(await found('cottons shirt')).toMatchObject([
      {
        code: '61091000',
        description: 'Of cotton',
        path: ['T-shirts, singlets and other vests'],
        duty: '6 %',
      },
    ]);
    expect(await foundCodes('telephone')).toEqual(['85171300', '8517']);
  });

  test.each([
    ['mobile phones', '85171300'],
    ['sofa', '94016100'],
    ['tshirt', '6109'],
    ['футболки', '6109'],
    ['смартфон', '85171300'],
    ['Sessel', '94016100'],
    ['téléphone portable', '85171300'],
    ['koszulka', '6109'],
    ['camiseta de algodón', '6109'],
    ['цитрусовый плод', '0805'],
  ])('by what people call them: %s', async (search, code) => {
    expect(await foundCodes(search)).toContain(code);
  });

  test.each([
    ['cottn', '61091000'],
    ['telefone', '8517'],
    ['upholsterd', '94016100'],
    ['smartfone', '85171300'],
    ['intell', '85171300'],
  ])('in spite of a slip, and by a beginning: %s', async (search, code) => {
    expect(await foundCodes(search)).toContain(code);
  });

  test.each([
    ['6109', ['6109', '61091000', '61099000']],
    ['6109.10', ['61091000']],
    ['6109 10 00 19', ['61091000']],
    ['8517', ['8517', '85171300']],
  ])('by digits: %s', async (search, expected) => {
    expect(await foundCodes(search)).toEqual(expected);
  });

  test('by some of the words where none has all', async () => {
    expect(await foundCodes('upholstered telephones of the zebra')).toEqual(
      expect.arrayContaining(['94016100', '85171300']),
    );
  });
});

describe('the answer says what is loaded', () => {
  test('of the destination', async () => {
    expect(await ask('zebra')).toMatchObject({
      count: 0,
      results: [],
      loaded: {
        codes: 8,
        title: 'Tariff of a test',
        jurisdiction: 'CH',
        is_starter: false,
        is_of_destination: true,
      },
    });
    for (const nothing of ['the of', '!', "'&|:*", '00000000000000']) await ask(nothing);
  });

  test('of the starter set where nothing else is larger', async () => {
    const { loaded, results } = await ask('laptop', 'JP');
    expect(loaded).toEqual({
      codes: 103,
      title: 'starter set',
      jurisdiction: '*',
      is_starter: true,
      is_of_destination: false,
    });
    expect(results).toMatchObject([{ code: '84713001', description: 'Laptops' }]);
  });
});

test('all codes are listed page by page', async () => {
  const url = `${codes}?destination_country=CH&page_size=3&page=2`;
  const { body } = await send(t, 'GET', url, undefined, { headers: who.headers });
  expect(body).toMatchObject({ count: 8, page: 2, pages: 3, has_next: true });
  expect((body.results as FoundRow[]).map(({ code }) => code)).toEqual([
    '8517',
    '85171300',
    '9401',
  ]);
});
