import { expect, test } from 'vitest';
import { formatProgress } from './format-progress.ts';
import { suggestNames } from './suggest-models.ts';
import { parseChecksums } from './verify-download.ts';

test.each([
  ['wisper-base', 'whisper-base'],
  ['whisper_small', 'whisper-small'],
  ['Whisper-Turbo', 'whisper-turbo'],
  ['thorsten', 'piper-de-thorsten'],
  ['uk', 'piper-uk-ukrainian'],
])('for %s the name %s is suggested', (typed, name) => {
  expect(suggestNames(typed)[0]).toBe(name);
});

test('nothing is suggested for a name like no other', () => {
  expect(suggestNames('vosk')).toEqual([]);
  expect(suggestNames('')).toEqual([]);
});

test('the progress says how much, and how fast', () => {
  const progress = { receivedBytes: 52_000_000, totalBytes: 208_000_000 };
  expect(formatProgress(progress, { sinceBytes: 12_000_000, seconds: 10 })).toBe(
    '52 MB of 208 MB (25%), 4 MB/s',
  );
  expect(formatProgress(progress, { sinceBytes: 52_000_000, seconds: 0 })).toBe(
    '52 MB of 208 MB (25%)',
  );
});

test('lists of checksums are read in both orders', () => {
  const [a, b] = ['a'.repeat(64), 'B'.repeat(64)];
  const text = `one.tar.bz2\t${a}\r\n${b} *two.tar.bz2\n\nno digest\n${a}\n`;
  expect([...parseChecksums(text)]).toEqual([
    ['one.tar.bz2', a],
    ['two.tar.bz2', b.toLowerCase()],
  ]);
});
