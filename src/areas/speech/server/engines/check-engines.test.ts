import { expect, test } from 'vitest';
import { judgeEngine } from './check-engines.ts';

test('an engine that is installed works', () => {
  expect(judgeEngine('Piper', 'speaks')).toEqual({ state: 'ok', message: 'Piper speaks.' });
});

test('without an engine staff read what to install', () => {
  expect(judgeEngine(undefined, 'transcribes')).toEqual({
    state: 'down',
    message: 'No engine transcribes: `npm run speech -- list` shows what to install.',
  });
});
