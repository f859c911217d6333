// Decodes untrusted audio. ffmpeg may read one temporary file with one demuxer, no other file and
// no network, and is killed after a timeout. The duration is that of the decoded samples.
import { stat } from 'node:fs/promises';
import { ProgramError, runProgram } from '#kernel/run-program.ts';

export const decodedRate = 16_000;
const bytesPerSecond = decodedRate * 2;
const defaultTimeoutMs = 60_000;
const allocationBytesMax = 268_435_456;

export type DecodedAudio = { file: string; seconds: number };

/**
 * Writes signed 16-bit mono samples at 16 kHz to `to`, at most one second more than `secondsMax`.
 * Null when the file contains no audio.
 */
export async function decodeAudio(input: {
  from: string;
  demuxer: string;
  to: string;
  secondsMax: number;
  /** A minute by default. */
  timeoutMs?: number;
  signal?: AbortSignal;
}): Promise<DecodedAudio | null> {
  const { from, demuxer, to, secondsMax, timeoutMs = defaultTimeoutMs, signal } = input;
  try {
    await runProgram({
      command: 'ffmpeg',
      args: [
        '-nostdin',
        '-v',
        'error',
        '-max_alloc',
        String(allocationBytesMax),
        '-threads',
        '1',
        '-protocol_whitelist',
        'file',
        '-format_whitelist',
        demuxer,
        '-f',
        demuxer,
        '-i',
        `file:${from}`,
        '-map',
        '0:a:0',
        '-vn',
        '-sn',
        '-dn',
        '-ac',
        '1',
        '-ar',
        String(decodedRate),
        '-t',
        String(secondsMax + 1),
        '-f',
        's16le',
        `file:${to}`,
      ],
      timeoutMs,
      outputBytesMax: 0,
      signal,
    });
  } catch (error) {
    // A truncated file is decoded as far as possible. If ffmpeg is missing or was killed, the file
    // is not the cause.
    if (!(error instanceof ProgramError)) throw error;
    if (error.fault === 'missing' || error.fault === 'killed') throw error;
    if (error.fault !== 'failed') return null;
  }
  const bytes = await stat(to).then(
    ({ size }) => size,
    () => 0,
  );
  return bytes < 2 ? null : { file: to, seconds: bytes / bytesPerSecond };
}
