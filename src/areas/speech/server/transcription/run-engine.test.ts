import { expect, test } from 'vitest';
import { createFakeTranscriber, transcribeSpans } from '#test/fakes/speech-engines.ts';
import { mediaTypes } from '../audio/media-types.ts';
import type { TranscriptionJob } from '../engines/engine.ts';
import { runEngine, toParts } from './run-engine.ts';

const span = (start: number, end: number) => ({ start, end });

test('a part has up to 28 s, and a longer span is one of its own', () => {
  expect(toParts([])).toEqual([]);
  expect(toParts([span(0, 10), span(11, 28), span(29, 30), span(40, 100), span(101, 102)])).toEqual(
    [[span(0, 10), span(11, 28)], [span(29, 30)], [span(40, 100)], [span(101, 102)]],
  );
});

const job: TranscriptionJob = {
  samplesFile: '',
  originalFile: '',
  media: mediaTypes['audio/wav'],
  seconds: 60,
  speech: [span(0, 20), span(22, 40)],
  isTranslated: false,
};

test('the parts of a transcript are joined, in the language of the first', async () => {
  const languages: unknown[] = [];
  const engine = createFakeTranscriber({
    transcribe: async ({ speech, language }) => {
      languages.push(language);
      return transcribeSpans(speech);
    },
  });
  const heard: number[][] = [];
  const { signal } = new AbortController();
  const transcript = await runEngine(engine, job, {
    signal,
    onSegments: (segments) => heard.push(segments.map(({ id }) => id)),
    clean: (part) => part,
  });
  expect(heard).toEqual([[0], [1]]);
  expect(languages).toEqual([undefined, 'de']);
  expect(transcript).toMatchObject({
    language: 'de',
    segments: [
      { id: 0, start: 0 },
      { id: 1, start: 22 },
    ],
    words: [{ start: 0 }, { start: 22 }],
  });
});
