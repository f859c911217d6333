import { expect, test } from 'vitest';
import { toFullTextQuery } from './full-text-query.ts';

test.each([
  ['duties', "'duties':*"],
  ['  Ann@mail.example ', "'ann' & 'mail' & 'example':*"],
  ["it's & !not | (all)", "'it' & 's' & 'not' & 'all':*"],
  ['Größe 東京', "'größe' & '東京':*"],
  ['%_ \\ ?', ''],
])('%s', (search, query) => {
  expect(toFullTextQuery(search)).toBe(query);
});
