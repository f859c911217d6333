import { expect, test } from 'vitest';
import { readSeason } from './season.ts';

test.each([
  ['From 1 January to 31 March', '01-01', '03-31'],
  [
    'If entered during the period from December 1, in any year, to the following May 31, inclusive',
    ...['12-01', '05-31'],
  ],
  ['- - с 1 ноября по 30 апреля', '11-01', '04-30'],
])('%s is a season', (text, from, to) => {
  expect(readSeason(text)).toEqual({ from, to });
});

test.each(['Tomatoes', 'From 40 January to 31 March', 'From 1 May to 2 May; from 3 May to 4 May'])(
  '%s is none',
  (text) => {
    expect(readSeason(text)).toBeNull();
  },
);
