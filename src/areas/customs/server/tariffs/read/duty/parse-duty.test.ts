import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Duty, dutySchema, dutyUnits } from '../../../engine/rules/duty-schema.ts';
import { describeDuty } from '../../../engine/text/describe-duty.ts';
import { type DutyForm, parseDuty } from './parse-duty.ts';

const dollars: DutyForm = { currency: 'USD' };
const eaeu: DutyForm = { currency: 'EUR', bare: 'percent', hasDecimalComma: true };
const swiss: DutyForm = { currency: 'CHF', bare: '100kg_gross' };
const read = (text: string, form = dollars) => parseDuty(text, form);

test.each([
  ['Free', 'free'],
  ['NIHIL', 'free'],
  ['0.000 %', 'free'],
  ['8 %', '8 %'],
  ['2.82 ¢/kg', '0.0282 USD/kg'],
  ['$1.50/t', '1.5 USD/t'],
  ['$3/head', '3 USD/item'],
  ['0.9¢ each', '0.009 USD/item'],
  ['20¢/doz. pr.', '0.2 USD/dozen pairs'],
  ['16¢/doz.', '0.16 USD/dozen'],
  ['52.9¢/pf. liter', '0.529 USD/proof litre'],
  ['43.5¢/kg + 19.7%', '0.435 USD/kg + 19.7 %'],
  ['12.5 %, plus 3.5 ¢/litre', '12.5 % + 0.035 USD/l'],
  ['5% and $105.98/L of alcohol', '5 % + 105.98 USD/l of pure alcohol'],
  ['238 % but not less than 30.8 ¢each', '238 % or, if more, 0.308 USD/item'],
  ['5 % or $2/kg, whichever is the greater', '5 % or, if more, 2 USD/kg'],
  ['1.75 EUR/kg', '1.75 EUR/kg'],
  ['28 EUR NAR', '28 EUR/item'],
  ['14.900 % MAX 24.000 EUR DTN', '14.9 % or, if less, 24 EUR/100 kg'],
  ['12.000 % MIN 2.400 EUR DTN MAX 5.500 EUR DTN', '12 % min 2.4 EUR/100 kg max 5.5 EUR/100 kg'],
  ['10.400 % MIN 1.300 EUR DTN G', '10.4 % or, if more, 1.3 EUR/100 kg gross'],
  ['15.000 % + 1,554.300 EUR TNE', '15 % + 1554.3 EUR/t'],
  ['0.000 % + 93.100 EUR DTN', '93.1 EUR/100 kg'],
  ['1.750 EUR / % vol / hl', '1.75 EUR/% vol/hl'],
  ['1.300 EUR ASV X MIN 7.200 EUR HLT', '1.3 EUR/% vol/hl or, if more, 7.2 EUR/hl'],
  ['0.000 % + 37.220 EUR DTN MAX 18.100 % + 7.000 EUR DTN', null],
  ['12.00 % + 147.00 GBP / 100 kg', '12 % + 147 GBP/100 kg'],
  ['26.01 GBP / 1000 p/st', '26.01 GBP/1000 items'],
  ['£34.00 / 100 kg', '34 GBP/100 kg'],
])('%s is exact', (text, expected) => {
  const duty = read(text);
  expect(duty.t).not.toBe('unknown');
  if (expected) expect(describeDuty(duty)).toBe(expected);
});

test.each([
  ['5', eaeu, '5 %'],
  ['7,5', eaeu, '7.5 %'],
  ['0,36 евро за 1 кг', eaeu, '0.36 EUR/kg'],
  ['10, но не менее 1,88 евро за 1 кг', eaeu, '10 % or, if more, 1.88 EUR/kg'],
  ['10 but not less than 1.88 EUR per kg', eaeu, '10 % or, if more, 1.88 EUR/kg'],
  ['12 плюс 0,05 евро за 1 кг', eaeu, '12 % + 0.05 EUR/kg'],
  ['12.-', swiss, '12 CHF/100 kg gross'],
  ["1'200.50", swiss, '1200.5 CHF/100 kg gross'],
  ['Fr. 12.- per 100 kg gross', swiss, '12 CHF/100 kg gross'],
])('%s is exact in its own publication', (text, form, expected) => {
  expect(describeDuty(read(text, form))).toBe(expected);
});

test.each([
  ['9.000 % + EA MAX 24.200 % + AD S/Z', 'at least 9 %'],
  ['0.000 % + EA MAX 18.700 % +ADSZ', 'unknown'],
  ['The duty provided in the applicable subheading + 25%', 'at least 25 %'],
  ['51¢ each + 6.25% on the case', 'at least 0.51 USD/item'],
  ['78¢/kg on drained weight + 5%', 'at least 5 %'],
  ['0.230 EUR KGM P + 5.500 EUR DTN', 'at least 5.5 EUR/100 kg'],
  ['5%, or $12.00 each less the FOB value of the goods, if lower', 'unknown'],
  ['14¢/kg less 0.02¢/kg for each degree under 100 but not less than 3.1¢/kg', 'unknown'],
  ['5% + 2% of the value but in total not exceeding 6%', 'unknown'],
  ['NAR', 'unknown'],
  ['See 9903.88.15', 'unknown'],
  ['No change', 'unknown'],
  ['1.9 ¢', 'unknown'],
  ['2,40 %', 'unknown'],
  ['10', 'unknown'],
  ['', 'unknown'],
  ['Cond: A cert: D-008 (01):10.000 %; A (01):39.700 %', 'at least 10 %'],
  ['Cond: F 325.000 EUR/MIL(01):0.000 EUR MIL ; F 0.000 EUR/MIL(11):325.000 EUR MIL', 'unknown'],
])('%s is not exact', (text, expected) => {
  const duty = read(text);
  expect(duty.t).toBe('unknown');
  expect(describeDuty(duty)).toBe(expected);
});

test('an unknown duty says why, with its text', () => {
  expect(read('See 9903.88.15')).toEqual({ t: 'unknown', why: 'See heading 9903.88.15' });
  expect(read('1.9 ¢')).toEqual({ t: 'unknown', why: 'Not read: 1.9 ¢' });
  expect(read('9.000 % + EA')).toMatchObject({
    why: 'With an agricultural component: 9.000 % + EA',
  });
  expect(read('20, но не менее 0,44 евро за 1 см3 объема двигателя', eaeu)).toMatchObject({
    floor: { t: 'adval', r: '0.2' },
  });
});

test('a currency is never assumed where the publication does not imply it', () => {
  expect(read('0,5 за 1 кг', eaeu).t).toBe('unknown');
  expect(read('5 per kg').t).toBe('unknown');
  expect(describeDuty(read('5 per item', swiss))).toBe('5 CHF/item');
});

test.each([
  `See ${'1234.5'.repeat(300)}!`,
  `${'1'.repeat(390)},1`,
  `${'5 % + '.repeat(600)}x`,
  `Cond: ${'V 1.000 EUR/DTN(01):5 % ; '.repeat(150)}`,
])('a long text is unknown at once', (text) => {
  expect(read(text).t).toBe('unknown');
});

test('entry prices become bands of the customs value, each at or above its price', () => {
  const text =
    'Cond: V 52.600 EUR/DTN(01):12.000 % ; V 51.500 EUR/DTN(01):12.000 % + 1.100 EUR DTN ; ' +
    'V 0.000 EUR/DTN(01):0.000 % + 29.800 EUR DTN';
  expect(read(text)).toEqual({
    t: 'band',
    cur: 'EUR',
    per: '100kg',
    on: 'customs_value',
    rows: [
      { below: '51.5', of: { t: 'spec', a: '29.8', cur: 'EUR', per: '100kg' } },
      {
        below: '52.6',
        of: {
          t: 'sum',
          of: [
            { t: 'adval', r: '0.12' },
            { t: 'spec', a: '1.1', cur: 'EUR', per: '100kg' },
          ],
        },
      },
      { of: { t: 'adval', r: '0.12' } },
    ],
  });
  expect(read(text.replace('V 0.000', 'V 1.000')).t).toBe('unknown');
  expect(read(`${text} ; Y cert: Y-864 (27):`).t).toBe('unknown');
});

const decimal = fc
  .tuple(fc.integer({ min: 1, max: 99_999_999 }), fc.integer({ min: 0, max: 6 }))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places))
  .map((text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text))
  .filter((text) => text !== '0');
const currency = fc.constantFrom('EUR', 'USD', 'GBP', 'CHF', 'CAD', 'AUD');
const term: fc.Arbitrary<Duty> = fc.oneof(
  fc
    .integer({ min: 1, max: 99_999 })
    .map((rate) => ({ t: 'adval' as const, r: String(rate / 100_000) }))
    .filter(({ r }) => !r.includes('e')),
  fc.record({
    t: fc.constant('spec' as const),
    a: decimal,
    cur: currency,
    per: fc.constantFrom(...dutyUnits),
  }),
);
const several = (t: 'sum' | 'max' | 'min', of: fc.Arbitrary<Duty>): fc.Arbitrary<Duty> =>
  fc.array(of, { minLength: 2, maxLength: 3 }).map((duties) => ({ t, of: duties }));
const sum = fc.oneof(term, several('sum', term));
const duty: fc.Arbitrary<Duty> = fc.oneof(
  fc.constant<Duty>({ t: 'free' }),
  sum,
  several('max', sum),
  several('min', sum),
  fc.record({ t: fc.constant('clamp' as const), of: sum, min: sum, max: sum }),
);

describe('any duty', () => {
  test('is read as it was printed', () => {
    fc.assert(
      fc.property(duty, (one) => {
        expect(parseDuty(describeDuty(one), dollars)).toEqual(one);
      }),
    );
  });

  test('with a word that is not understood is never exact', () => {
    const words = fc.constantFrom('zollfrei', '?', '§', 'except', 'quelque', '(1)', 'на', '≤', '#');
    fc.assert(
      fc.property(duty, words, fc.nat(), (one, word, place) => {
        const parts = describeDuty(one).split(' ');
        parts.splice(place % (parts.length + 1), 0, word);
        const read = parseDuty(parts.join(' '), dollars);
        expect(read.t).toBe('unknown');
        expect(dutySchema.safeParse(read).success).toBe(true);
      }),
    );
  });
});

test('any text gives a valid duty, and is exact only with the words of one', () => {
  const pieces = fc.constantFrom(
    ...['%', '¢', '$', 'EUR', 'DTN', '/', 'per', '+', 'MIN', 'MAX', 'or', 'Free', 'EA', '1.5', ','],
    ...['but not less than', 'Cond:', 'V', '(01):', ';', '2,000', 'whichever is greater', ' ', '-'],
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(pieces).map((all) => all.join(' ')),
  );
  fc.assert(
    fc.property(text, fc.constantFrom(dollars, eaeu, swiss), (garbage, form) => {
      const read = parseDuty(garbage, form);
      expect(dutySchema.safeParse(read).success).toBe(true);
      if (read.t !== 'unknown') expect(garbage).toMatch(/\d|free|nihil/i);
    }),
  );
});
