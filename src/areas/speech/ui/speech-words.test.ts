import { expect, test } from 'vitest';
import {
  sayBytes,
  sayCharacters,
  sayClock,
  sayLanguage,
  saySeconds,
  sureness,
} from './speech-words.ts';

test('times, amounts and languages as people say them', () => {
  expect([sayClock(0), sayClock(75.4), sayClock(3600)]).toEqual(['0:00', '1:15', '1:00:00']);
  expect([saySeconds(1), saySeconds(12.34)]).toEqual(['1 second', '12.3 seconds']);
  expect([sayCharacters(1), sayCharacters(1200)]).toEqual(['1 character', '1,200 characters']);
  expect([sayBytes(10), sayBytes(2_621_440)]).toEqual(['1 KB', '2.5 MB']);
  expect([sayLanguage('de'), sayLanguage('mul'), sayLanguage('not a tag')]).toEqual([
    'German',
    'Any language',
    'not a tag',
  ]);
  expect([null, 0.9, 0.6, 0.1].map(sureness)).toEqual([undefined, 'sure', 'unsure', 'doubtful']);
});
