import { expect, test } from 'vitest';
import { confidenceLevel, formatSeconds, formatVoiceLanguage } from './speech-format.ts';

test('seconds, languages of voices and confidence levels', () => {
  expect([formatSeconds(1), formatSeconds(12.34)]).toEqual(['1 second', '12.3 seconds']);
  expect(['de', 'mul', 'not a tag'].map(formatVoiceLanguage)).toEqual([
    'German',
    'Any language',
    'not a tag',
  ]);
  expect([null, 0.9, 0.6, 0.1].map(confidenceLevel)).toEqual([
    undefined,
    'sure',
    'unsure',
    'doubtful',
  ]);
});
