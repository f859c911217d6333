import { expect, test } from 'vitest';
import { readSphinx } from './pocketsphinx.ts';
import { toWindows } from './whisper.ts';

test('what PocketSphinx prints becomes segments and words', () => {
  const printed = `we read on
<s> 1.880 2.170 1.000300
we 2.180 2.320 0.997603
read(2) 2.330 2.620 0.5
<sil> 2.63 2.7 0.9
[NOISE] 2.63 2.7 0.9
on 2.700 2.790 1.0003
</s> 5.700 5.920 1.000000

<s> 7.0 7.1 1.0
</s> 7.2 7.3 1.0
`;
  expect(readSphinx(printed)).toEqual({
    language: 'en',
    languageProbability: null,
    segments: [
      {
        id: 0,
        start: 2.18,
        end: 2.79,
        text: 'we read on',
        avg_logprob: -0.2318,
        no_speech_prob: null,
      },
    ],
    words: [
      { word: 'we', start: 2.18, end: 2.32, probability: 0.997603 },
      { word: 'read', start: 2.33, end: 2.62, probability: 0.5 },
      { word: 'on', start: 2.7, end: 2.79, probability: 1 },
    ],
  });
  expect(readSphinx('')).toMatchObject({ language: null, segments: [], words: [] });
});

test('Whisper hears windows of 28 seconds at most', () => {
  expect(
    toWindows([
      { start: 1, end: 5 },
      { start: 8, end: 20 },
      { start: 25, end: 90 },
    ]),
  ).toEqual([
    { start: 1, end: 20 },
    { start: 25, end: 53 },
    { start: 53, end: 81 },
    { start: 81, end: 90 },
  ]);
});
