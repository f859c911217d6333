import { expect, test } from 'vitest';
import { describeDuty } from '../../engine/text/describe-duty.ts';
import type { ReadOptions, TariffCode, TariffMeasure, TariffRecord } from '../tariff-model.ts';
import { tariffSources } from './sources.ts';

async function read(source: string, fixture: string, options: ReadOptions = {}) {
  const { read: start } = tariffSources.find(({ name }) => name === source)!;
  const { records, problems } = start(readPath(fixture), options);
  const all: TariffRecord[] = await Array.fromAsync(records);
  const codes = all.filter((one): one is TariffCode => one.record === 'code');
  const measures = all.filter((one): one is TariffMeasure => one.record === 'measure');
  return { all, codes, measures, problems };
}

const readPath = (fixture: string) => new URL(`fixtures/${fixture}`, import.meta.url).pathname;

const short = ({ code, kind, origin, duty }: TariffMeasure) =>
  `${code} ${kind} ${origin}: ${describeDuty(duty)}`;

test('US: statistical lines have the rates above them, each programme its own', async () => {
  const { codes, measures, problems } = await read('us-hts', 'us-hts.csv');
  expect(codes.find(({ code }) => code === '0101290010')).toEqual({
    record: 'code',
    code: '0101290010',
    indent: 3,
    isDeclarable: true,
    descriptions: { en: 'Horses: Imported for immediate slaughter' },
    units: ['No.'],
    validFrom: null,
    validTo: null,
  });
  expect(codes.filter(({ isDeclarable }) => isDeclarable).map(({ code }) => code)).toEqual([
    '0101290010',
    '0101300000',
    '0201105010',
  ]);
  expect(measures.map(short)).toEqual([
    '01012900 third_country *: free',
    '01012900 general *: 20 %',
    '0101290010 third_country *: free',
    '0101290010 general *: 20 %',
    '0101300000 third_country *: 6.8 %',
    '0101300000 preference A+: free',
    '0101300000 preference AU: free',
    '0101300000 preference S: free',
    '0101300000 general *: 15 %',
    ...['02011050', '0201105010'].flatMap((code) => [
      `${code} third_country *: 26.4 %`,
      `${code} preference BH: free`,
      `${code} preference P: free`,
      `${code} preference KR: 1.7 %`,
      `${code} preference AU: unknown`,
      `${code} general *: 31.1 %`,
    ]),
  ]);
  expect(measures.find(({ programme }) => programme === 'A+')).toMatchObject({ text: 'Free' });
  expect(problems).toEqual([{ line: 11, message: '"x" is not a tariff number.' }]);
});

test('US: footnotes to chapter 99 are duties on top, below the line too', async () => {
  const { codes, measures, problems } = await read('us-hts', 'us-hts.json');
  const additional = measures.filter(({ kind }) => kind === 'additional');
  expect(additional.map(({ code, additionalCode }) => `${code} ${additionalCode}`)).toEqual([
    '87032301 99038815',
    '87032301 99039401',
    '8703230110 99038815',
    '8703230110 99039401',
  ]);
  expect(additional[1]).toMatchObject({
    duty: { t: 'unknown', why: 'See heading 9903.94.01' },
    text: 'See 9903.94.01, 9903.88.15.',
    legalBase: '9903.94.01',
  });
  expect(codes.at(-1)?.descriptions).toEqual({ en: 'Other "vehicles" [spark-ignition]: Used' });
  expect(problems).toEqual([{ line: 61, message: 'This is not a row of the tariff.' }]);
});

test('UK: measures of commodities, without those that charge nothing', async () => {
  const { codes, measures, problems } = await read('uk-measures', 'uk-measures.csv');
  expect(codes.map(({ code }) => code)).toEqual(['0702000007', '2206001000']);
  expect(measures.map(short)).toEqual([
    '0702000007 third_country *: 12 % + 147 GBP/100 kg',
    '0702000007 preference 2020: free',
    '0702000007 quota MA: free',
    '2206001000 excise *: 29.54 GBP/% vol/hl',
  ]);
  expect(measures[1]).toMatchObject({
    excludedOrigins: ['IN', 'PK'],
    validFrom: '2021-01-01',
    validTo: '2026-12-31',
    legalBase: 'C2100002',
  });
  expect(measures[2]).toMatchObject({
    quotaOrderNumber: '051104',
    conditions: ['Preferential', 'condition:Q,certificate:L001,action:27'],
  });
  expect(measures[3]).toMatchObject({ additionalCode: 'X411' });
  expect(problems).toEqual([{ line: 7, message: 'The commodity code is not a number.' }]);
});

test('UK: a commodity of the API, with what its measures refer to', async () => {
  const { codes, measures, problems } = await read('uk-commodity', 'uk-commodity.json');
  expect(codes).toMatchObject([
    { code: '0103911000', indent: 2, isDeclarable: true, validFrom: '1998-01-01' },
  ]);
  expect(measures.map(short)).toEqual(['0103911000 third_country *: 34 GBP/100 kg']);
  expect(measures[0]).toMatchObject({
    excludedOrigins: ['JE'],
    conditions: ['condition:Y,certificate:N990,action:Apply the measure'],
    validFrom: '2021-01-01',
    validTo: null,
    legalBase: 'C2100001',
  });
  expect(problems).toEqual([]);
});

test('EU: duties of TARIC, whose headers may begin with a blank', async () => {
  const { codes, measures, problems } = await read('eu-taric', 'eu-duties.csv');
  expect(codes).toEqual([]);
  expect(measures.map(short)).toEqual([
    '8534000000 third_country *: 3.3 %',
    '8534000000 preference JP: free',
    '1806200000 third_country *: at least 9 %',
    '0702000000 third_country *: by customs value per 100 kg',
    '8712003000 anti_dumping CN: 48.5 %',
    '0201100000 quota *: 20 %',
  ]);
  expect(measures[1]).toMatchObject({ validFrom: '2019-02-01', validTo: '2030-12-31' });
  expect(measures[3]?.conditions).toHaveLength(1);
  expect(measures[4]).toMatchObject({ additionalCode: 'B999', legalBase: 'R1379/19' });
  expect(measures[5]).toMatchObject({
    quotaOrderNumber: '094003',
    conditions: ['Reduction indicator 1'],
  });
  expect(problems).toEqual([
    { line: 1, message: expect.stringContaining('Countries excluded from measures') },
    { line: 9, message: 'A date is not DD-MM-YYYY.' },
  ]);
});

test('EU: countries excluded from measures, whichever column has their code', async () => {
  const exclusionsFile = readPath('eu-exclusions.csv');
  const { measures, problems } = await read('eu-taric', 'eu-duties.csv', { exclusionsFile });
  expect(measures.map(({ code, excludedOrigins }) => [code, ...excludedOrigins])).toEqual([
    ['8534000000', 'BY', 'RU'],
    ['8534000000'],
    ['1806200000'],
    ['0702000000'],
    ['8712003000'],
    ['0201100000', '2005'],
  ]);
  expect(problems).toEqual([
    { line: 5, message: 'Exclusions: the line has no goods code, date or country.' },
    { line: 1, message: 'Exclusions: the countries of 2005 are unknown.' },
    { line: 9, message: 'A date is not DD-MM-YYYY.' },
    { line: 6, message: 'Exclusions: measures that the file of duties has not: 1.' },
  ]);
});

test('EU: another file in place of the exclusions stops the import', async () => {
  const exclusionsFile = readPath('eu-codes.csv');
  await expect(read('eu-taric', 'eu-duties.csv', { exclusionsFile })).rejects.toThrow(
    'The file of exclusions, line 1: Columns are missing',
  );
});

test('EU: the nomenclature, with the text of grouping lines, below a title', async () => {
  const { codes, problems } = await read('eu-taric-codes', 'eu-codes.csv');
  expect(
    codes.map(({ code, indent, isDeclarable, descriptions }) => [
      ...[code, indent, isDeclarable, descriptions.en],
    ]),
  ).toEqual([
    ['0100000000', 0, false, 'LIVE ANIMALS'],
    ['0101000000', 0, false, 'Live horses, asses, mules and hinnies'],
    ['0101210000', 2, true, 'Horses: Pure-bred breeding animals'],
    ['0101290000', 2, false, 'Horses: Other'],
    ['0101291000', 3, true, 'Horses: For slaughter'],
  ]);
  expect(problems).toEqual([]);
});

test('Canada: the tariff item decides for the statistical lines below it', async () => {
  const { codes, measures, problems } = await read('ca-tariff', 'ca-tariff.csv');
  expect(measures.map(short)).toEqual([
    '0105112200 third_country *: 238 % or, if more, 0.308 CAD/item',
    '0105112200 general *: 238 % or, if more, 0.308 CAD/item',
    ...['01051290', '0105129000'].flatMap((code) => [
      `${code} third_country *: 8 %`,
      `${code} preference US: free`,
      `${code} preference CPTPT: free`,
      `${code} preference GB: free`,
      `${code} general *: 35 %`,
    ]),
    '01059491 third_country *: unknown',
    '01059491 general *: 35 %',
    '0105949110 third_country *: unknown',
    '0105949110 general *: 35 %',
  ]);
  expect(measures.find(({ origin }) => origin === 'GB')).toMatchObject({
    programme: 'UKT',
    validFrom: '2026-01-01',
  });
  expect(codes.find(({ code }) => code === '010515')).toMatchObject({
    indent: 2,
    descriptions: { en: 'Guinea fowls' },
    validFrom: '2013-01-01',
  });
  expect(problems).toEqual([
    { line: 5, message: 'CPTPT is 2.5 %; Free of the tariff item is used.' },
    { line: 10, message: 'This is not a tariff number.' },
  ]);
});

test('Australia: rates of lists of countries, and statistical lines', async () => {
  const { codes, measures, problems } = await read('au-schedule-3', 'au-schedule-3.csv');
  expect(codes.map(({ code }) => code)).toEqual([
    ...['9202', '92029000', '9202900038', '9202900039'],
    ...['92051000', '9205100013', '22083000', '2208300010'],
  ]);
  expect(measures.map(short)).toEqual([
    '92029000 third_country *: 5 %',
    '92029000 preference DCS: 4 %',
    '92029000 preference DCT: 5 %',
    '92051000 third_country *: free',
    '22083000 third_country *: 5 % + 105.98 AUD/l of pure alcohol',
  ]);
  expect(problems).toMatchObject([{ message: 'The reference number is not a number.' }]);
});

test('Switzerland: duties by gross weight, in four languages', async () => {
  const { codes, measures, problems } = await read('ch-tares', 'ch-tares.csv');
  expect(codes[0]).toMatchObject({ code: '84820010', descriptions: { de: 'Kugellager' } });
  expect(measures.map(short)).toEqual([
    '84820010 third_country *: free',
    '84820010 preference EU: free',
    '84820010 preference EFTA: free',
    '84820010 preference JP: free',
    '04061010 third_country *: 1200.5 CHF/100 kg gross',
  ]);
  expect(problems).toEqual([{ line: 4, message: 'The tariff number is not eight digits.' }]);
});

test('EAEU: rates in per cent or in euro, and marks of notes left unread', async () => {
  const { codes, measures, problems } = await read('eaeu-tariff', 'eaeu-tariff.csv');
  expect(codes[1]).toMatchObject({
    code: '6203423100',
    isDeclarable: true,
    descriptions: { ru: 'из денима' },
    units: ['шт'],
  });
  expect(measures.map(short)).toEqual([
    '6203423100 third_country *: 10 % or, if more, 1.88 EUR/kg',
    '0803901000 third_country *: 4 %',
    '8703231982 third_country *: at least 20 %',
    '0702000001 third_country *: 10 % or, if more, 0.08 EUR/kg',
    '2204211100 third_country *: unknown',
  ]);
  expect(measures[3]?.season).toEqual({ from: '01-01', to: '03-31' });
  expect(problems).toEqual([{ line: 9, message: 'The code is not a number.' }]);
});

test('WITS: only a subheading with one rate has a duty', async () => {
  const { codes, measures, problems } = await read('wits-trains', 'wits-trains.csv');
  expect(codes.map(({ code }) => code)).toEqual(['010121', '010129', '020110', '170114']);
  expect(measures.map(short)).toEqual([
    '010121 third_country *: free',
    '010129 third_country *: 25 %',
    '020110 third_country *: at least 10 %',
    '170114 third_country *: unknown',
    '010129 preference 834: free',
  ]);
  expect(measures[0]).toMatchObject({ validFrom: '2025-01-01', conditions: ['Nomenclature H6'] });
  expect(problems).toMatchObject([{ line: 7 }]);
});

test('sources have unique names and a reader for each format', () => {
  const names = tariffSources.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(tariffSources.every(({ formats }) => formats.length > 0)).toBe(true);
});
