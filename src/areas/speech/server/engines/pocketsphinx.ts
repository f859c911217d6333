import { access } from 'node:fs/promises';
import type { WordWire } from '../../transcription-contract.ts';
import { canRun, runProgram } from '../programs.ts';
import { type Heard, orDown, rememberAnswer, type TranscriptionEngine } from './engine.ts';

const command = 'pocketsphinx_continuous';
const models = '/usr/share/pocketsphinx/model/en-us';
const startMs = 60_000;
const msPerSecond = 3000;
const outputBytesMax = 10_000_000;

/** Basic English as a child process of one recording: a crash costs that recording alone. */
export const openPocketsphinx = (): TranscriptionEngine => ({
  id: 'pocketsphinx',
  name: 'PocketSphinx',
  note: 'English, basic: good for clear dictation, poor for conversation.',
  enable: 'Install the system packages pocketsphinx, pocketsphinx-en-us and ffmpeg.',
  languages: ['en'],
  options: ['words'],
  isAvailable: rememberAnswer(async () => {
    const hasModel = await access(models).then(
      () => true,
      () => false,
    );
    return hasModel && (await canRun(command, [])) && (await canRun('ffmpeg', ['-version']));
  }),
  transcribe: ({ samplesFile, seconds }, signal) =>
    orDown(signal, async () => {
      const args = [
        ...['-infile', samplesFile, '-time', 'yes', '-logfn', '/dev/null'],
        ...['-hmm', `${models}/en-us`, '-lm', `${models}/en-us.lm.bin`],
        ...['-dict', `${models}/cmudict-en-us.dict`],
      ];
      const timeoutMs = startMs + seconds * msPerSecond;
      const printed = await runProgram({ command, args, timeoutMs, outputBytesMax, signal });
      return readSphinx(printed.toString('utf8'));
    }),
});

const timed = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;
const isNoise = (word: string) => /^[<[+]/.test(word);

/**
 * What `-time yes` prints: a line of words, then each of them with its beginning, end and
 * probability. `<s>`, `<sil>` and `[NOISE]` are no words; `read(2)` is a second way to say "read".
 */
export function readSphinx(text: string): Heard {
  const blocks: WordWire[][] = [];
  for (const line of text.split('\n')) {
    const [, word = '', start, end, probability] = timed.exec(line) ?? [];
    if (!word) blocks.push([]);
    else if (!isNoise(word))
      blocks.at(-1)?.push({
        word: word.replace(/\(\d+\)$/, ''),
        start: Number(start),
        end: Number(end),
        probability: Math.min(1, Number(probability)),
      });
  }
  const spoken = blocks.filter((words) => words.length > 0);
  return {
    language: spoken.length > 0 ? 'en' : null,
    languageProbability: null,
    segments: spoken.map((words, id) => ({
      id,
      start: words[0]!.start,
      end: words.at(-1)!.end,
      text: words.map(({ word }) => word).join(' '),
      avg_logprob: round(meanLog(words)),
      no_speech_prob: null,
    })),
    words: spoken.flat(),
  };
}

const meanLog = (words: readonly WordWire[]): number =>
  words.reduce((sum, { probability }) => sum + Math.log(Math.max(1e-6, probability ?? 1)), 0) /
  words.length;
const round = (value: number): number => Math.round(value * 10_000) / 10_000;
