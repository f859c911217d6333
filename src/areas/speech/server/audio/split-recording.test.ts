import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { rate } from '#test/recordings.ts';
import { findPause, splitRecording } from './split-recording.ts';
import { toPcmBytes } from './wav.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'weftline-split-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A tone with pauses of half a second at these times. */
function toneWithPauses(seconds: number, ...pauses: number[]): Int16Array {
  const samples = Int16Array.from({ length: seconds * rate }, (_, at) => 8000 * Math.sin(at / 9));
  for (const from of pauses) samples.fill(0, from * rate, (from + 0.5) * rate);
  return samples;
}

async function split(samples: Int16Array) {
  const file = path.join(folder, 'samples.raw');
  writeFileSync(file, toPcmBytes(samples));
  const pieces = [];
  for await (const piece of splitRecording(file))
    pieces.push({ ...piece, samples: Buffer.from(piece.samples) });
  return pieces;
}

test('cuts in the middle of a pause, not in a word', () => {
  const cut = findPause(toneWithPauses(60, 20, 51)) / rate;
  expect(cut).toBeGreaterThan(51.1);
  expect(cut).toBeLessThan(51.4);
});

test('the pieces are the whole recording, in order, of at most a minute', async () => {
  const samples = toneWithPauses(150, 50, 100);
  const pieces = await split(samples);
  expect(Buffer.concat(pieces.map((piece) => piece.samples))).toEqual(toPcmBytes(samples));
  expect(pieces.map(({ startSeconds }) => Math.floor(startSeconds))).toEqual([0, 50, 100]);
  expect(pieces.every(({ seconds }) => seconds <= 60)).toBe(true);
  expect(pieces.reduce((sum, { seconds }) => sum + seconds, 0)).toBeCloseTo(150, 6);
});

test('a recording without pauses is cut between 45 and 60 seconds', async () => {
  const [first, second] = await split(toneWithPauses(100));
  expect(first!.seconds).toBeGreaterThanOrEqual(45);
  expect(first!.seconds).toBeLessThan(60);
  expect(second!.startSeconds).toBe(first!.seconds);
});

test('a short recording is one piece, an empty one none', async () => {
  expect(await split(toneWithPauses(1))).toHaveLength(1);
  expect(await split(new Int16Array(0))).toEqual([]);
});
