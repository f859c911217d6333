import { expect, test } from 'vitest';
import { firstVoice, listLanguages, listVoices, readLanguage } from './voices.ts';

const voice = (id: string, language: string, is_default = false) => ({
  id,
  name: id,
  model: 'flite',
  language,
  is_default,
  preview_url: '',
});
const voices = [voice('a', 'ru'), voice('b', 'en-us'), voice('c', 'en', true), voice('d', 'en-gb')];

test('languages are distinct, sorted by name, with the voices of their regions', () => {
  expect(listLanguages(voices)).toEqual([
    { value: 'en', label: 'English' },
    { value: 'ru', label: 'Russian' },
  ]);
  expect(listVoices(voices, 'en').map(({ id }) => id)).toEqual(['b', 'c', 'd']);
});

test('selects the default voice, otherwise the first', () => {
  expect(firstVoice(voices)?.id).toBe('c');
  expect(firstVoice([])).toBeUndefined();
  expect(firstVoice([voice('x', 'fr')])?.id).toBe('x');
  expect([readLanguage(voice('x', 'pt-br')), readLanguage(undefined)]).toEqual(['pt', 'en']);
});
