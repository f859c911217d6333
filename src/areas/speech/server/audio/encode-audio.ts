// Encodes samples in the requested format, with ffmpeg where a worker thread cannot.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { canRun, runProgram } from '#kernel/run-program.ts';
import type { SpeechFormat } from '../../wire/speech.constants.ts';
import { cacheResult } from '../engines/engine.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import type { ThreadPool } from '../processing/thread-pool.ts';
import { encodeWav, type PcmAudio, toPcmBytes } from './wav.ts';

export type Encoding = {
  format: SpeechFormat;
  /** Default: the rate of the engine. */
  sampleRate?: number | undefined;
  /** Speed factor; 1 for no change. */
  tempo: number;
};

const timeoutMs = 60_000;
export const hasFfmpeg = cacheResult(() => canRun('ffmpeg', ['-version']));

const ffmpegFormats: Record<SpeechFormat, readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav', '-bitexact'],
  pcm: ['-f', 's16le'],
};

/** False for MP3, WAV and PCM at the engine's own rate and speed. */
export const needsFfmpeg = ({ format, sampleRate, tempo }: Encoding): boolean =>
  sampleRate !== undefined || tempo !== 1 || !['mp3', 'wav', 'pcm'].includes(format);

export async function encodeAudio(
  threads: ThreadPool,
  sound: PcmAudio,
  encoding: Encoding,
  signal: AbortSignal,
): Promise<Buffer> {
  if (needsFfmpeg(encoding)) return encodeWithFfmpeg(sound, encoding, signal);
  if (encoding.format === 'wav') return encodeWav(sound);
  if (encoding.format === 'pcm') return toPcmBytes(sound.samples);
  const { buffer, byteOffset, length } = await threads.run('encodeMp3', sound, {
    timeoutMs,
    signal,
  });
  return Buffer.from(buffer, byteOffset, length);
}

/** Through a file, because some formats write their length into the header at the end. */
const encodeWithFfmpeg = (
  sound: PcmAudio,
  { format, sampleRate, tempo }: Encoding,
  signal: AbortSignal,
) =>
  withJobFolder(async (folder) => {
    const from = path.join(folder, 'in.wav');
    const to = path.join(folder, 'out');
    await writeFile(from, encodeWav(sound), { signal });
    const args = [
      '-nostdin',
      '-v',
      'error',
      '-protocol_whitelist',
      'file',
      '-f',
      'wav',
      '-i',
      from,
      ...(tempo === 1 ? [] : ['-af', tempoFilter(tempo)]),
      ...(sampleRate === undefined ? [] : ['-ar', String(sampleRate)]),
      ...ffmpegFormats[format],
      `file:${to}`,
    ];
    await runProgram({ command: 'ffmpeg', args, timeoutMs, outputBytesMax: 0, signal });
    return readFile(to);
  });

/** One atempo filter cannot go below 0.5, so they are chained. */
function tempoFilter(tempo: number): string {
  return tempo < 0.5 ? `atempo=0.5,${tempoFilter(tempo / 0.5)}` : `atempo=${tempo}`;
}
