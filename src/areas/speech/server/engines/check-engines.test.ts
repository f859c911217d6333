import { expect, test } from 'vitest';
import { judgeEngines } from './check-engines.ts';

test.each([
  ['Whisper', 'Piper', 'ok', 'Whisper transcribes, Piper speaks.'],
  [null, 'Flite', 'warning', 'None transcribes: `npm run speech -- list` shows what to install.'],
  ['Whisper', null, 'warning', 'None speaks: `npm run speech -- list` shows what to install.'],
  [null, null, 'down', 'There is none: `npm run speech -- list` shows what to install.'],
])('with %s and %s speech is in the state %s', (transcription, speech, state, message) => {
  expect(judgeEngines(transcription, speech)).toEqual({ state, message });
});
