// Sounds for tests of speech: made here, so that no recording lies in the repository.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { writeWav } from '#areas/speech/server/wav.ts';

const has = (program: string, ...args: string[]) => !spawnSync(program, args).error;
export const hasFfmpeg = has('ffmpeg', '-version');
export const hasEspeak = has('espeak-ng', '--version');
/** Whether a recording can be written down here at all. */
export const hasSphinx =
  hasFfmpeg && has('pocketsphinx_batch') && existsSync('/usr/share/pocketsphinx/model/en-us');

/** What a skipped test says in its name. */
export const needs = (what: string, isHere: boolean): string =>
  isHere ? '' : ` (skipped: ${what} is not installed)`;

export const rate = 16_000;

/** A voice's pitch that rises and falls by syllables: speech for the ear of a program. */
export const hum = (seconds: number): Buffer =>
  writeWav({
    sampleRate: rate,
    samples: Int16Array.from({ length: seconds * rate }, (_, at) => {
      const time = at / rate;
      const syllable = Math.abs(Math.sin(time * Math.PI * 4));
      return Math.sin(time * 2 * Math.PI * 180) * 8000 * syllable;
    }),
  });

export const silentWav = (seconds: number): Buffer =>
  writeWav({ sampleRate: rate, samples: new Int16Array(seconds * rate) });

/** The recording as ffmpeg writes it; `args` choose codec and container. */
export function convert(wav: Buffer, extension: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-recording-'));
  try {
    const from = path.join(folder, 'in.wav');
    const to = path.join(folder, `out.${extension}`);
    writeFileSync(from, wav);
    const made = spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...args, to]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
