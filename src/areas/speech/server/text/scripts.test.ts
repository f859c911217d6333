import { expect, test } from 'vitest';
import { guessLanguage, hasSpeakableText, speakableShare } from './scripts.ts';

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

test('the share of letters that a language can pronounce', () => {
  expect(speakableShare('hello', 'en-us')).toBe(1);
  expect(speakableShare('привет', 'en')).toBe(0);
  expect(speakableShare('да no', 'ru')).toBe(0.5);
  expect(speakableShare('Où est-ce ?', 'fr')).toBe(1);
  expect(speakableShare('42 ٤٢ ½', 'ru')).toBe(1);
  expect(speakableShare('𒐕', 'en')).toBe(0);
});

test('punctuation alone cannot be spoken', () => {
  expect(['?!', ' … ', '🙂'].map(hasSpeakableText)).toEqual([false, false, false]);
  expect(['a', '7', 'я'].map(hasSpeakableText)).toEqual([true, true, true]);
});
