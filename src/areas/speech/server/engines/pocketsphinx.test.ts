import { expect, test } from 'vitest';
import { parseWords } from './pocketsphinx.ts';

test('parses the output of PocketSphinx into segments and words with times', () => {
  const written = `0 1 0.18 0.14 we 0.997603
0 1 0.33 0.29 read(2) 0.5
0 1 0.63 0.07 <sil> 0.9
0 1 0.63 0.07 [NOISE] 0.9
0 1 0.70 0.09 on 1.0003
2 1 0.10 0.40 home 1
`;
  const spans = [
    { start: 2, end: 3 },
    { start: 7, end: 8 },
    { start: 9.5, end: 11 },
  ];
  const segment = { no_speech_prob: null };
  expect(parseWords(written, spans)).toEqual({
    language: 'en',
    languageProbability: null,
    segments: [
      { ...segment, id: 0, start: 2.18, end: 2.79, text: 'we read on', avg_logprob: -0.232 },
      { ...segment, id: 1, start: 9.6, end: 10, text: 'home', avg_logprob: 0 },
    ],
    words: [
      { word: 'we', start: 2.18, end: 2.32, probability: 0.997603 },
      { word: 'read', start: 2.33, end: 2.62, probability: 0.5 },
      { word: 'on', start: 2.7, end: 2.79, probability: 1 },
      { word: 'home', start: 9.6, end: 10, probability: 1 },
    ],
  });
  expect(parseWords('', spans)).toMatchObject({ language: null, segments: [], words: [] });
});
