// Samples into a file of the format that was asked for. ffmpeg does what threads here can't.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { SpeechFormat } from '../speech-limits.ts';
import { rememberAnswer } from './engines/engine.ts';
import { inJobFolder } from './job-folder.ts';
import { canRun, runProgram } from './programs.ts';
import type { SpeechPool } from './speech-pool.ts';
import { bytesOf, type Sound, writeWav } from './wav.ts';

export type Encoding = {
  format: SpeechFormat;
  /** As the engine made it when left out. */
  sampleRate?: number | undefined;
  /** How much faster than the engine spoke; 1 leaves it. */
  tempo: number;
};

const timeoutMs = 60_000;
export const hasFfmpeg = rememberAnswer(() => canRun('ffmpeg', ['-version']));

const ffmpegFormats: Record<SpeechFormat, readonly string[]> = {
  mp3: ['-c:a', 'libmp3lame', '-b:a', '64k', '-f', 'mp3'],
  opus: ['-c:a', 'libopus', '-b:a', '32k', '-f', 'ogg'],
  aac: ['-c:a', 'aac', '-b:a', '64k', '-f', 'adts'],
  flac: ['-c:a', 'flac', '-f', 'flac'],
  wav: ['-c:a', 'pcm_s16le', '-f', 'wav', '-bitexact'],
  pcm: ['-f', 's16le'],
};

/** Whether this needs ffmpeg: the plain formats at the engine's own rate and speed do not. */
export const needsFfmpeg = ({ format, sampleRate, tempo }: Encoding): boolean =>
  sampleRate !== undefined || tempo !== 1 || !['mp3', 'wav', 'pcm'].includes(format);

export async function encodeSound(
  pool: SpeechPool,
  sound: Sound,
  encoding: Encoding,
  signal: AbortSignal,
): Promise<Buffer> {
  if (needsFfmpeg(encoding)) return encodeByFfmpeg(sound, encoding, signal);
  if (encoding.format === 'wav') return writeWav(sound);
  if (encoding.format === 'pcm') return bytesOf(sound.samples);
  const { buffer, byteOffset, length } = await pool.run('encodeMp3', sound, { timeoutMs, signal });
  return Buffer.from(buffer, byteOffset, length);
}

/** Into a file: formats that write their length at the front need to go back there. */
const encodeByFfmpeg = (
  sound: Sound,
  { format, sampleRate, tempo }: Encoding,
  signal: AbortSignal,
) =>
  inJobFolder(async (folder) => {
    const from = path.join(folder, 'in.wav');
    const to = path.join(folder, 'out');
    await writeFile(from, writeWav(sound), { signal });
    const args = [
      ...['-nostdin', '-v', 'error', '-protocol_whitelist', 'file', '-f', 'wav', '-i', from],
      ...(tempo === 1 ? [] : ['-af', tempoFilter(tempo)]),
      ...(sampleRate === undefined ? [] : ['-ar', String(sampleRate)]),
      ...ffmpegFormats[format],
      `file:${to}`,
    ];
    await runProgram({ command: 'ffmpeg', args, timeoutMs, outputBytesMax: 0, signal });
    return readFile(to);
  });

/** One filter slows to a half at most. */
function tempoFilter(tempo: number): string {
  return tempo < 0.5 ? `atempo=0.5,${tempoFilter(tempo / 0.5)}` : `atempo=${tempo}`;
}
