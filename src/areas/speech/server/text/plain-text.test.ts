import { expect, test } from 'vitest';
import { isAscii, toAsciiDigits, toAsciiLetters } from './plain-text.ts';

test.each([
  ['Room 12', 'Room 12'],
  ['١٢٣ ۴۵ १२ １２', '123 45 12 12'],
  ['①② ½ ¾ Ⅷ', ' 1  2   1/2   3/4   VIII '],
  ['三 〇', '三 〇'],
])('digits: %s as %s', (text, plain) => {
  expect(toAsciiDigits(text)).toBe(plain);
});

test.each([
  ['öäü ÖÄÜ éèê', 'oau OAU eee'],
  ['Zażółć ﬁn Ａｂｃ', 'Zazołc fin Abc'],
  ['Доброе', 'Доброе'],
])('letters: %s as %s', (text, plain) => {
  expect(toAsciiLetters(text)).toBe(plain);
});

test('only letters and digits must be ASCII', () => {
  expect(['Hello, 2 “friends” – 🙂!', ''].map(isAscii)).toEqual([true, true]);
  expect(['Straße', 'Łódź', '٣', 'é'].map(isAscii)).toEqual([false, false, false, false]);
});
