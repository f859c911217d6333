// Recordings of strangers into samples. ffmpeg reads one temporary file, with one reader, no network
// and no other file; it is killed when it takes long, and what it writes is what counts.
import { stat } from 'node:fs/promises';
import { ProgramError, runProgram } from './programs.ts';

export const decodedRate = 16_000;
const bytesPerSecond = decodedRate * 2;
const timeoutMs = 60_000;
const allocationBytesMax = 268_435_456;

export type Decoded = { file: string; seconds: number };

/**
 * Writes signed 16-bit samples at 16 kHz, one channel, to `to`; reads at most a second more than
 * `secondsMax`. Null when there is nothing to hear in the file.
 */
export async function decodeAudio(given: {
  from: string;
  reader: string;
  to: string;
  secondsMax: number;
  signal?: AbortSignal;
}): Promise<Decoded | null> {
  const { from, reader, to, secondsMax, signal } = given;
  try {
    await runProgram({
      command: 'ffmpeg',
      args: [
        ...['-nostdin', '-v', 'error', '-max_alloc', String(allocationBytesMax), '-threads', '1'],
        ...['-protocol_whitelist', 'file', '-format_whitelist', reader],
        ...['-f', reader, '-i', `file:${from}`],
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-ac', '1', '-ar', String(decodedRate)],
        ...['-t', String(secondsMax + 1), '-f', 's16le', `file:${to}`],
      ],
      timeoutMs,
      outputBytesMax: 0,
      signal,
    });
  } catch (error) {
    // A file that breaks off half-way still has a beginning. What ended ffmpeg from outside, or kept
    // it from starting, is not the file's fault.
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
