import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseUserName, readBasicLogin } from './gateway-login.ts';

const encode = (text: string) => Buffer.from(text).toString('base64');

describe('a basic login', () => {
  test.each([
    [undefined, null],
    ['', null],
    [`Bearer ${encode('a:b')}`, null],
    [`Basic ${encode('no colon')}`, null],
    [`basic ${encode('a:b:c')}`, { user: 'a', password: 'b:c' }],
    [`  Basic   ${encode('a:')}`, { user: 'a', password: '' }],
    [`Basic ${encode('ä:ö')}`, { user: 'ä', password: 'ö' }],
  ])('%j', (header, login) => expect(readBasicLogin(header)).toEqual(login));
});

describe('a user name', () => {
  test('has a resource and options in any order', () => {
    expect(parseUserName('shop-a')).toEqual({ resource: 'shop-a' });
    const all = 'shop-a.retries-0.city-New_York.session-a-b_1.sessionminutes-1440.country-us';
    expect(parseUserName(all)).toEqual({
      resource: 'shop-a',
      retries: 0,
      city: 'newyork',
      session: 'a-b_1',
      sessionMinutes: 1440,
      country: 'US',
    });
  });

  test('options joined by dashes are part of the resource, whose name may contain dashes', () => {
    expect(parseUserName('shop-country-de')).toEqual({ resource: 'shop-country-de' });
  });

  test.each([
    '',
    '.',
    'a',
    'Shop',
    'shop a',
    '.session-a',
    `${'a'.repeat(64)}`,
    `ab.session-${'a'.repeat(300)}`,
  ])('%j does not begin with a resource', (text) => expect(parseUserName(text)).toBeNull());

  test.each([
    ['shop.', '“” is not an option'],
    ['shop.speed-9', '“speed-9” is not an option'],
    ['shop.constructor-a', 'is not an option'],
    ['shop.Country-de', 'is not an option'],
    ['shop.country', '“country” has no valid value'],
    ['shop.country-', 'no valid value'],
    ['shop.country-deu', 'no valid value'],
    ['shop.city-_-', 'no valid value'],
    ['shop.city-new york', 'no valid value'],
    [`shop.session-${'a'.repeat(65)}`, 'no valid value'],
    ['shop.session-a!', 'no valid value'],
    ['shop.session-a.sessionminutes-0', 'no valid value'],
    ['shop.session-a.sessionminutes-1441', 'no valid value'],
    ['shop.session-a.sessionminutes-1e2', 'no valid value'],
    ['shop.sessionminutes-10', 'needs a session'],
    ['shop.retries-6', 'no valid value'],
    ['shop.retries--1', 'no valid value'],
    ['shop.session-a.session-b', '“session” is there twice'],
  ])('%j: %s', (text, problem) => {
    expect(() => parseUserName(text)).toThrow(problem);
    expect(() => parseUserName(text)).toThrow(/Accepted .* country-DE, city-berlin, session-ID/);
  });

  test('any text is parsed, is not a resource, or is refused with the options', () => {
    const part = fc.oneof(
      fc.string({ maxLength: 20 }),
      fc.constantFrom('shop', 'country-de', 'session-1', 'retries-2', 'city-berlin', 'session-'),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        try {
          const name = parseUserName(parts.join('.'));
          if (name) expect(parts[0]!.split('.')[0]).toBe(name.resource);
        } catch (error) {
          expect(error).toMatchObject({ status: 400, code: 'proxy_option_invalid' });
        }
      }),
    );
  });

  test('every order of the same options means the same', () => {
    const options = ['country-DE', 'city-berlin', 'session-a', 'sessionminutes-5', 'retries-3'];
    const expected = parseUserName(['shop', ...options].join('.'));
    fc.assert(
      fc.property(fc.shuffledSubarray(options, { minLength: options.length }), (shuffled) => {
        expect(parseUserName(['shop', ...shuffled].join('.'))).toEqual(expected);
      }),
    );
  });
});
