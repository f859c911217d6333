import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { euCountries } from './countries.constants.ts';
import { plainTaxNumberRules, taxNumberRules } from './tax-number-digits.form.ts';
import {
  describeTaxNumberProblem,
  exampleTaxNumber,
  parseTaxNumber,
  readTaxNumber,
  splitVatNumber,
} from './tax-numbers.form.ts';

const countries: Readonly<Record<string, string>> = { EL: 'GR', XI: 'GB', CHE: 'CH' };
const prefixed = Object.entries(taxNumberRules).map(
  ([prefix, { example }]) => [countries[prefix] ?? prefix, example] as const,
);
const plain = Object.entries(plainTaxNumberRules).map(
  ([country, { example }]) => [country, example] as const,
);

describe('a tax number', () => {
  test('of every member state has a rule with check digits', () => {
    const missing = euCountries.filter((country) => {
      const prefix = country === 'GR' ? 'EL' : country;
      return taxNumberRules[prefix]?.check === undefined;
    });
    expect(missing).toEqual([]);
  });

  test.each([...prefixed, ...plain])('of %s is read: %s', (country, number) => {
    expect(parseTaxNumber(country, number)).toBe(number);
    expect(parseTaxNumber(country, ` ${number.toLowerCase().split('').join(' ')} `)).toBe(number);
  });

  // Published by the authorities or by companies on their own sites.
  test.each([
    ['AT', 'ATU57477929'],
    ['BE', '0403.019.261'],
    ['BG', 'BG7501010010'],
    ['CZ', 'CZ7103192745'],
    ['DE', '811569869'],
    ['ES', '54362315K'],
    ['ES', 'X2482300W'],
    ['ES', 'A28015865'],
    ['FR', 'FR K7399859412'],
    ['FR', '23334175221'],
    ['GB', 'GB 434031494'],
    ['GB', 'GBGD001'],
    ['GB', 'HA599'],
    ['IE', 'IE8D79739I'],
    ['IE', 'IE6433435OA'],
    ['LT', 'LT100001919017'],
    ['LV', 'LV16117519997'],
    ['NL', 'NL123456789B13'],
    ['NL', 'NL854502130B01'],
    ['SE', '5560125790 01'],
    ['CH', 'CHE-100.155.212 MWST'],
    ['CH', 'CHE-100.155.212 IVA'],
    ['BE', 'BE 403.019.261'],
    ['IT', '743110157'],
    ['GR', 'EL 94259216'],
    ['FI', '112038-9'],
    ['AT', '57477929'],
    ['DE', 'USt-IdNr.: DE 811 569 869'],
    ['GR', 'GR 094259216'],
    ['DE', 'ＤＥ８１１５６９８６９'],
    ['DE', 'de\u200B811\u2011569\u00AD869\uFEFF'],
    ['AU', '51 824 753 556'],
    ['US', '12-3456789'],
  ])('of %s may be written as %s', (country, text) => {
    expect(parseTaxNumber(country, text)).not.toBeNull();
  });

  test('has the prefix of its country afterwards', () => {
    expect(parseTaxNumber('DE', '136 695 976')).toBe('DE136695976');
    expect(parseTaxNumber('GR', 'GR094259216')).toBe('EL094259216');
    expect(parseTaxNumber('CH', 'CHE-107.787.577 MWST')).toBe('CHE107787577');
    expect(parseTaxNumber('GB', 'XI980780684')).toBe('XI980780684');
  });

  const separators =
    ' \u00A0\u202F\t-\u2010\u2011\u2013\u2014\u2212\uFF0D.\uFF0E\u00B7,/\u200B\u200E\uFEFF\u00AD';
  const separator = fc.constantFrom(...separators, '');
  const toFullWidth = (sign: string) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0);
  const bracketed = fc.constantFrom('', 'VAT: ', 'USt-IdNr.:');

  test('is the same however it is pasted', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...prefixed, ...plain),
        fc.array(fc.record({ separator, isWide: fc.boolean(), isLower: fc.boolean() }), {
          minLength: 20,
          maxLength: 20,
        }),
        bracketed,
        fc.boolean(),
        ([country, number], marks, label, hasPrefix) => {
          const prefix = /^(CHE|[A-Z]{2})/.exec(number)?.[0] ?? '';
          // Northern Ireland shares its rule with the rest of the country, whose prefix is usual.
          const left = hasPrefix || prefix === 'XI' ? number : number.slice(prefix.length);
          const pasted = [...left].map((sign, at) => {
            const { separator: between, isWide, isLower } = marks[at]!;
            const cased = isLower ? sign.toLowerCase() : sign;
            return between + (isWide ? toFullWidth(cased) : cased);
          });
          expect(parseTaxNumber(country, label + pasted.join(''))).toBe(number);
        },
      ),
    );
  });

  test.each([
    ['FR', 'DE136695976', 'begins with DE and is of another country'],
    ['DE', 'ATU13585627', 'begins with AT and is of another country'],
    ['DE', '13669597', 'form of a VAT number of this country, such as DE136695976'],
    ['DE', 'DE136695975', 'its check digit does not fit'],
    ['DE', 'DE13669597$', 'letters and digits only, such as DE136695976'],
    ['AU', '51824753557', 'A digit of this ABN is wrong'],
    ['IN', '12', '4 to 20 letters and digits'],
    ['DE', ' - ', 'letters and digits only'],
  ])('of %s that is no number, %s, says what is wrong', (country, text, message) => {
    const reading = readTaxNumber(country, text);
    expect('reason' in reading && describeTaxNumberProblem(country, reading)).toContain(message);
  });

  test('without known rules is letters and digits', () => {
    expect(parseTaxNumber('IN', '29 AAAPL2356Q 1ZS')).toBe('29AAAPL2356Q1ZS');
    expect(parseTaxNumber('IN', '<b>')).toBeNull();
  });

  const withCheckDigits = [...prefixed, plain.find(([country]) => country === 'AU')!].filter(
    // Numbers that have a second form without a check digit are below.
    ([country]) => !['BG', 'CZ', 'GB'].includes(country),
  );
  test.each(withCheckDigits)('of %s with one wrong digit is refused', (country, number) => {
    // The fifth digit is before every check digit, and after those that say what the number is.
    const at = [...number].flatMap((sign, place) => (/\d/.test(sign) ? [place] : []))[4]!;
    const wrong = [1, 2, 3, 4, 5, 6, 7, 8, 9].map((step) => {
      const digit = (Number(number[at]) + step) % 10;
      return number.slice(0, at) + digit + number.slice(at + 1);
    });
    const accepted = wrong.filter((text) => parseTaxNumber(country, text) !== null);
    // Weights below the modulus catch each single error; MOD 89 and 97 nearly all.
    expect(accepted.length).toBeLessThanOrEqual(1);
  });

  test.each([
    ['BG', 'BG175074753'],
    ['CZ', 'CZ25123890'],
    ['GB', 'GB980780685'],
  ])('of %s with a wrong check digit is refused: %s', (country, number) => {
    expect(parseTaxNumber(country, number)).toBeNull();
  });

  test('is never an error, whatever is typed', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...euCountries, 'GB', 'CH', 'AU', 'US', 'JP'),
        fc.string({ maxLength: 40 }),
        (country, text) => {
          const read = parseTaxNumber(country, text);
          if (read !== null) expect(parseTaxNumber(country, read)).toBe(read);
        },
      ),
    );
  });

  test('is split for VIES in the EU only', () => {
    expect(splitVatNumber('EL094259216')).toEqual({ country: 'EL', number: '094259216' });
    expect(splitVatNumber('GB980780684')).toBeUndefined();
    expect(splitVatNumber('CHE107787577')).toBeUndefined();
    expect(exampleTaxNumber('DE')).toBe('DE136695976');
    expect(exampleTaxNumber('JP')).toBeUndefined();
  });
});
