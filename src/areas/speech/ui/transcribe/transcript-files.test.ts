import { expect, test } from 'vitest';
import { baseName, transcriptFiles, writeTranscript } from './transcript-files.ts';

const segment = (id: number, text: string) => ({
  id,
  start: id,
  end: id + 1,
  text,
  avg_logprob: null,
  no_speech_prob: null,
});
const parts = {
  segments: [segment(0, 'hello'), segment(1, '')],
  words: [],
  language: 'en',
  model: 'pocketsphinx',
  duration: 2,
};

test('a transcript is written in every format', async () => {
  const texts = await Promise.all(
    transcriptFiles.map((file) => writeTranscript(file, parts).text()),
  );
  expect(texts.slice(0, 4)).toEqual([
    'hello\n',
    '[00:00:00] hello\n',
    '1\r\n00:00:00,000 --> 00:00:01,000\r\nhello\r\n',
    'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nhello\n',
  ]);
  expect(JSON.parse(texts[4]!)).toMatchObject({ text: 'hello', duration: 2 });
});

test('files are named after the recording', () => {
  expect([baseName('memo.m4a'), baseName('a.b.webm'), baseName('.mp3')]).toEqual([
    'memo',
    'a.b',
    'transcript',
  ]);
});
