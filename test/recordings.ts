// Audio for tests of speech, generated, so that the repository contains no recordings.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { encodeWav } from '#areas/speech/server/audio/wav.ts';
import { isProgram } from './optional-programs.ts';

export const hasFfmpeg = isProgram('ffmpeg', ['-version']);
export const hasEspeak = isProgram('espeak-ng', ['--version']);
/** Whether transcription is possible on this machine. */
export const hasSphinx =
  hasFfmpeg && isProgram('pocketsphinx_batch') && existsSync('/usr/share/pocketsphinx/model/en-us');

/** Whether a call works on this machine: most of those of speech decode recordings by ffmpeg. */
export const isCallAvailable = (path: string): boolean =>
  hasFfmpeg || !/^\/apix\/(services|v1\/audio)\//.test(path);

export const rate = 16_000;

/** A tone with the pitch and rhythm of speech, which voice activity detection accepts. */
export const voicedWav = (seconds: number): Buffer =>
  encodeWav({
    sampleRate: rate,
    samples: Int16Array.from({ length: seconds * rate }, (_, at) => {
      const time = at / rate;
      const syllable = Math.abs(Math.sin(time * Math.PI * 4));
      return Math.sin(time * 2 * Math.PI * 180) * 8000 * syllable;
    }),
  });

export const silentWav = (seconds: number): Buffer =>
  encodeWav({ sampleRate: rate, samples: new Int16Array(seconds * rate) });

/** Converts with ffmpeg; `args` choose codec and container. */
export function convert(wav: Buffer, extension: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-recording-'));
  try {
    const from = path.join(folder, 'in.wav');
    const to = path.join(folder, `out.${extension}`);
    writeFileSync(from, wav);
    const process = spawnSync('ffmpeg', ['-v', 'error', '-y', '-i', from, ...args, to]);
    if (process.status !== 0) throw new Error(process.stderr.toString());
    return readFileSync(to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
