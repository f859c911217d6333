// Splits a decoded recording at pauses, into pieces that are recognized one after the other. Only
// one piece is in memory at a time, in one buffer for all: they would be collected late.
import { open } from 'node:fs/promises';
import { decodedRate } from './decode-audio.ts';

const pieceSecondsMax = 60;
export const pieceSecondsMin = 45;
const frameLength = decodedRate / 50;
/** A pause of 0.3 s. */
const pauseFrames = 15;

/** `samples` are overwritten by the next piece. */
export type SamplePiece = { startSeconds: number; seconds: number; samples: Buffer };

/** From a file of signed 16-bit mono samples at 16 kHz. */
export async function* splitRecording(file: string): AsyncGenerator<SamplePiece, void> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const end = size - (size % 2);
    const lengthMax = pieceSecondsMax * decodedRate * 2;
    const space = Buffer.alloc(Math.min(lengthMax, end));
    for (let from = 0; from < end; ) {
      const buffer = space.subarray(0, Math.min(lengthMax, end - from));
      await handle.read(buffer, 0, buffer.length, from);
      const isLast = from + buffer.length >= end;
      const samples = isLast ? buffer : buffer.subarray(0, 2 * findPause(toSamples(buffer)));
      yield {
        startSeconds: from / 2 / decodedRate,
        seconds: samples.length / 2 / decodedRate,
        samples,
      };
      from += samples.length;
    }
  } finally {
    await handle.close();
  }
}

const toSamples = ({ buffer, byteOffset, length }: Buffer) =>
  new Int16Array(buffer, byteOffset, length / 2);

/** The middle of the quietest 0.3 s after the shortest length of a piece, as a sample's number. */
export function findPause(samples: Int16Array): number {
  const first = pieceSecondsMin * decodedRate;
  const levels: number[] = [];
  for (let from = first; from + frameLength <= samples.length; from += frameLength) {
    let level = 0;
    for (let at = from; at < from + frameLength; at++) level += Math.abs(samples[at]!);
    levels.push(level);
  }
  const pauses = levels
    .slice(pauseFrames - 1)
    .map((_, at) => levels.slice(at, at + pauseFrames).reduce((sum, level) => sum + level, 0));
  const quietest = pauses.reduce((best, level, at) => (level < pauses[best]! ? at : best), 0);
  return first + Math.floor((quietest + pauseFrames / 2) * frameLength);
}
