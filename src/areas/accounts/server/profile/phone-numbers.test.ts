import { expect, test } from 'vitest';
import { parsePhoneNumber } from './phone-numbers.ts';

test.each([
  ['+1 (415) 555-0132', '+14155550132'],
  ['+1 415.555.0132', '+14155550132'],
  ['001 415 555 0132', '+14155550132'],
  ['00 44 20 7946 0958', '+442079460958'],
  ['+44 (0)20 7946 0958', '+442079460958'],
  ['+49 (0) 30/123456', '+4930123456'],
  ['+998 90 123 45 67', '+998901234567'],
  ['+82 2-312-3456', '+8223123456'],
])('%j is stored as %s', (text, stored) => {
  expect(parsePhoneNumber(text)).toBe(stored);
});

test.each(['', '1', '14155550132', '+1', `+${'1'.repeat(16)}`, '9'.repeat(16)])(
  '%j is taken as it is',
  (text) => {
    expect(parsePhoneNumber(text)).toBe(text);
  },
);

test.each([
  ['without a country code', '(415) 555-0132'],
  ['too short for its country', '+1 (415) 555-01'],
  ['of no country', '+999 123 456'],
  ['with a text around it', 'call +14155550132'],
  ['with an extension', '+1 (415) 555-0132 ext. 5'],
  ['with a leading zero', '0123'],
  ['of seventeen digits', `+${'1'.repeat(17)}`],
])('a number %s is none: %j', (_, text) => {
  expect(parsePhoneNumber(text)).toBeNull();
});
