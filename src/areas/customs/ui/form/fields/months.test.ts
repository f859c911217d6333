import { expect, test } from 'vitest';
import { formatMonth, isMonth, readMonth } from './months.ts';

test.for([
  ['05/2019', '2019-05'],
  ['5.2019', '2019-05'],
  ['12-2019', '2019-12'],
  ['052019', '2019-05'],
  [' 05/2019 ', '2019-05'],
  ['2019-05', '2019-05'],
  ['2019', '2019'],
  ['13/2019', '13/2019'],
  ['0/2019', '0/2019'],
  ['05/20', '05/20'],
])('%s is read as %s', ([typed, read]) => {
  expect(readMonth(typed!)).toBe(read);
});

test('a month is shown with the month first, and other text as it was typed', () => {
  expect(formatMonth('2019-05')).toBe('05/2019');
  for (const text of ['2019', '05/20', '2019-13', '']) expect(formatMonth(text)).toBe(text);
});

test('each digit of a month can be typed and deleted', () => {
  let value = '';
  for (const key of '05/2019') value = readMonth(formatMonth(value) + key);
  expect(value).toBe('2019-05');
  for (const rest of ['05/201', '05/20', '05/2', '05/', '05', '0', '']) {
    value = readMonth(formatMonth(value).slice(0, -1));
    expect(formatMonth(value)).toBe(rest);
  }
});

test('a year is enough, a part of one is not', () => {
  expect(['2019', '2019-05'].every(isMonth)).toBe(true);
  expect(['', '20', '05/20', '2019-13', '2019-'].some(isMonth)).toBe(false);
});
