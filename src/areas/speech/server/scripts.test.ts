import { expect, test } from 'vitest';
import { canBeSpoken, guessLanguage, shareSpoken } from './scripts.ts';

test.each([
  ['Good morning', 'en'],
  ['Доброе утро', 'ru'],
  ['おはよう世界', 'ja'],
  ['你好世界', 'cmn'],
  ['안녕하세요', 'ko'],
  ['שלום', 'he'],
  ['Καλημέρα', 'el'],
  ['12345', 'en'],
  ['Meeting with Иван on Monday', 'en'],
])('%s is taken for %s', (text, language) => {
  expect(guessLanguage(text)).toBe(language);
});

test('the share of letters that a language has sounds for', () => {
  expect(shareSpoken('hello', 'en-us')).toBe(1);
  expect(shareSpoken('привет', 'en')).toBe(0);
  expect(shareSpoken('да no', 'ru')).toBe(0.5);
  expect(shareSpoken('Où est-ce ?', 'fr')).toBe(1);
  expect(shareSpoken('42 ٤٢ ½', 'ru')).toBe(1);
  expect(shareSpoken('𒐕', 'en')).toBe(0);
});

test('signs alone say nothing', () => {
  expect(['?!', ' … ', '🙂'].map(canBeSpoken)).toEqual([false, false, false]);
  expect(['a', '7', 'я'].map(canBeSpoken)).toEqual([true, true, true]);
});
