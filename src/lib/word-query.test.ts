import { expect, test } from 'vitest';
import { toWordQuery } from './word-query.ts';

test.each([
  ['duties', "'duties':*"],
  ['  Ann@mail.example ', "'Ann' & 'mail' & 'example':*"],
  ["it's & !not | (all)", "'it' & 's' & 'not' & 'all':*"],
  ['Größe 東京', "'Größe' & '東京':*"],
  ['%_ \\ ?', ''],
])('%s', (search, query) => {
  expect(toWordQuery(search)).toBe(query);
});
