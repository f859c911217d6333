import { expect, test } from 'vitest';
import { createPartCutter, type SpeechPart } from './part-cutter.ts';

const rate = 16_000;

/** A voice with syllables, at its usual loudness. */
const voice = (seconds: number) =>
  Float32Array.from({ length: Math.round(seconds * rate) }, (_, at) => {
    const syllable = 0.2 + 0.8 * Math.abs(Math.sin((at / rate) * Math.PI * 3));
    return 0.2 * syllable * Math.sin((at / rate) * 2 * Math.PI * 180);
  });
const silence = (seconds: number) => new Float32Array(Math.round(seconds * rate));
const hum = (seconds: number) =>
  Float32Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => 0.05 * Math.sin((at / rate) * 2 * Math.PI * 100),
  );
function join(...pieces: Float32Array[]): Float32Array {
  const joined = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

function cut(samples: Float32Array, blockLength = 4096): SpeechPart[] {
  const cutter = createPartCutter(rate);
  const parts: SpeechPart[] = [];
  for (let at = 0; at < samples.length; at += blockLength)
    parts.push(...cutter.push(samples.subarray(at, at + blockLength)));
  return [...parts, ...cutter.end()];
}
const toSeconds = ({ samples }: SpeechPart) => samples.length / rate;

test('speech is cut at pauses, with a margin, and silence is left out', () => {
  const parts = cut(join(silence(3), voice(2), silence(1), voice(1.5), silence(20)));
  expect(parts).toHaveLength(2);
  expect(parts[0]!.startSeconds).toBeCloseTo(2.7, 1);
  expect(toSeconds(parts[0]!)).toBeCloseTo(2.6, 1);
  expect(parts[1]!.startSeconds).toBeCloseTo(5.7, 1);
  expect(toSeconds(parts[1]!)).toBeCloseTo(2.1, 1);
});

test('a short pause within a sentence does not end a part', () => {
  expect(cut(join(voice(1), silence(0.4), voice(1), silence(1)))).toHaveLength(1);
});

test('a part ends half a second after the speech, not at its next word', () => {
  const cutter = createPartCutter(rate);
  expect(cutter.push(join(voice(1), silence(0.45)))).toEqual([]);
  expect(cutter.push(silence(0.1))).toHaveLength(1);
});

test('speech without a pause is cut where it is quietest, and nothing of it is lost', () => {
  const speech = voice(20);
  // A word ends here.
  speech.fill(0, 7.1 * rate, 7.14 * rate);
  const parts = cut(speech);
  expect(parts.length).toBeGreaterThan(2);
  expect(Math.max(...parts.map(toSeconds))).toBeLessThanOrEqual(8);
  expect(toSeconds(parts[0]!)).toBeCloseTo(7.1, 1);
  let end = 0;
  for (const part of parts) {
    expect(part.startSeconds).toBeCloseTo(end, 5);
    end = part.startSeconds + toSeconds(part);
  }
  expect(join(...parts.map(({ samples }) => samples))).toEqual(speech);
});

test('the end of speech that was cut is not taken for a click', () => {
  const speech = voice(8.06);
  speech.fill(0, 7.98 * rate, 8 * rate);
  for (let at = 8 * rate; at < speech.length; at++) speech[at] = 0.5 * Math.sin(at / 10);
  const parts = cut(join(speech, silence(2)));
  expect(toSeconds(parts[0]!)).toBeCloseTo(7.98, 2);
  const end = parts.at(-1)!.startSeconds + toSeconds(parts.at(-1)!);
  expect(end).toBeGreaterThan(8.06);
});

test('a click is no speech', () => {
  expect(cut(join(silence(1), voice(0.04), silence(2)))).toEqual([]);
});

test('steady noise is left out after some seconds; speech above it is not', () => {
  const noise = cut(hum(60));
  expect(noise.reduce((sum, part) => sum + toSeconds(part), 0)).toBeLessThan(6);
  const loud = voice(2).map((value) => value * 3);
  const parts = cut(join(hum(20), loud, hum(2)));
  const last = parts.at(-1)!;
  expect(last.startSeconds).toBeGreaterThan(19);
  expect(last.startSeconds).toBeLessThan(20.1);
});

test('the size of the blocks makes no difference', () => {
  const samples = join(silence(1), voice(3), silence(1), voice(1));
  expect(cut(samples, 100)).toEqual(cut(samples, samples.length));
});

test('times are right at any rate of the microphone', () => {
  const cutter = createPartCutter(44_100);
  const tone = Float32Array.from({ length: 44_100 }, (_, at) => 0.2 * Math.sin(at / 40));
  cutter.push(new Float32Array(44_100 * 2));
  cutter.push(tone);
  const [part] = cutter.end();
  expect(part!.startSeconds).toBeCloseTo(1.7, 1);
});

test('silence until the end gives no part', () => {
  expect(cut(silence(5))).toEqual([]);
});
