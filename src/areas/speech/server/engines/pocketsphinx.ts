import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canRun, runProgram } from '#kernel/run-program.ts';
import type { WordWire } from '../../wire/transcriptions.ts';
import type { TimeSpan } from '../audio/voice-activity.ts';
import { cacheResult, type EngineTranscript, type TranscriptionEngine } from './engine.ts';

const command = 'pocketsphinx_batch';
const models = '/usr/share/pocketsphinx/model/en-us';
const startMs = 60_000;
const msPerSecond = 3000;
const outputBytesMax = 10_000_000;
const framesPerSecond = 100;
/** Longer spans are split, because memory and time grow with the length. */
const spanSecondsMax = 60;

/** Basic English, one child process per recording, so that a crash affects that one only. */
export const createPocketsphinx = (): TranscriptionEngine => ({
  id: 'pocketsphinx',
  name: 'PocketSphinx',
  note: 'English, basic: good for clear dictation, poor for conversation.',
  quality: 'basic',
  enable: 'Install the system packages pocketsphinx, pocketsphinx-en-us and ffmpeg.',
  languages: ['en'],
  options: ['words'],
  isAvailable: cacheResult(async () => {
    const hasModel = await access(models).then(
      () => true,
      () => false,
    );
    return hasModel && (await canRun(command, [])) && (await canRun('ffmpeg', ['-version']));
  }),
  async transcribe({ samplesFile, seconds, speech }, signal) {
    const { dir, base } = path.parse(samplesFile);
    const spans = splitSpans(speech);
    const control = path.join(dir, 'spans');
    const words = path.join(dir, 'words');
    await writeFile(control, formatControlFile(base, spans));
    const args = [
      // Its own silence removal drops words and shifts times.
      '-adcin',
      'yes',
      '-remove_silence',
      'no',
      '-logfn',
      '/dev/null',
      '-ctl',
      control,
      '-cepdir',
      dir,
      '-cepext',
      '',
      '-ctm',
      words,
      '-hmm',
      `${models}/en-us`,
      '-lm',
      `${models}/en-us.lm.bin`,
      '-dict',
      `${models}/cmudict-en-us.dict`,
    ];
    const timeoutMs = startMs + seconds * msPerSecond;
    await runProgram({ command, args, timeoutMs, outputBytesMax, signal });
    return parseWords(await readFile(words, 'utf8'), spans);
  },
});

function splitSpans(spans: readonly TimeSpan[]): TimeSpan[] {
  return spans.flatMap(({ start, end }) =>
    Array.from({ length: Math.ceil((end - start) / spanSecondsMax) }, (_, at) => ({
      start: start + at * spanSecondsMax,
      end: Math.min(end, start + (at + 1) * spanSecondsMax),
    })),
  );
}

const toFrame = (seconds: number): number => Math.floor(seconds * framesPerSecond);

/** One line per span: file, first frame, last frame, utterance id. */
const formatControlFile = (name: string, spans: readonly TimeSpan[]): string =>
  spans.map(({ start, end }, at) => `${name} ${toFrame(start)} ${toFrame(end)} ${at}\n`).join('');

const isNoise = (word: string) => /^[<[+]/.test(word);

/**
 * Parses NIST CTM: `0 1 0.27 0.50 container 0.97` is span, channel, start within the span,
 * duration, word, probability. `<sil>` and `[NOISE]` are skipped; `read(2)` is another
 * pronunciation of "read".
 */
export function parseWords(text: string, spans: readonly TimeSpan[]): EngineTranscript {
  const spoken: WordWire[][] = spans.map(() => []);
  for (const line of text.split('\n')) {
    const [span, , start, length, word, probability] = line.split(' ');
    const words = spoken[Number(span)];
    if (!words || !word || isNoise(word)) continue;
    const wordStart = spans[Number(span)]!.start + Number(start);
    words.push({
      word: word.replace(/\(\d+\)$/, ''),
      start: round(wordStart),
      end: round(wordStart + Number(length)),
      probability: Math.min(1, Number(probability)),
    });
  }
  const segments = spoken.filter((words) => words.length > 0);
  return {
    language: segments.length > 0 ? 'en' : null,
    languageProbability: null,
    segments: segments.map((words, id) => ({
      id,
      start: words[0]!.start,
      end: words.at(-1)!.end,
      text: words.map(({ word }) => word).join(' '),
      avg_logprob: round(meanLog(words)),
      no_speech_prob: null,
    })),
    words: segments.flat(),
  };
}

const meanLog = (words: readonly WordWire[]): number =>
  words.reduce((sum, { probability }) => sum + Math.log(Math.max(1e-6, probability ?? 1)), 0) /
  words.length;
const round = (value: number): number => Math.round(value * 1000) / 1000;
