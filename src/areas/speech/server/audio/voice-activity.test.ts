import { expect, test } from 'vitest';
import { findSpeech } from './voice-activity.ts';

const rate = 16_000;
let seed = 7;
const random = () => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647 - 0.5;
};
const silence = (seconds: number) => new Array<number>(seconds * rate).fill(0);
const noise = (seconds: number, level: number) => silence(seconds).map(() => random() * level);
const tone = (seconds: number, level: number) =>
  silence(seconds).map((_, at) => Math.sin((at / rate) * 2 * Math.PI * 440) * level);
/** A voice's pitch, rising and falling four times a second. */
const voice = (seconds: number, level = 8000) =>
  silence(seconds).map((_, at) => {
    const time = at / rate;
    const syllable = Math.abs(Math.sin(time * Math.PI * 4));
    return Math.sin(time * 2 * Math.PI * 180) * level * syllable;
  });
const find = (...parts: number[][]) => findSpeech(Int16Array.from(parts.flat()), rate);

test('silence, hiss, hum and a tone are not speech', () => {
  expect(find(silence(3))).toEqual([]);
  expect(find(noise(3, 60))).toEqual([]);
  expect(find(noise(3, 20_000))).toEqual([]);
  expect(find(tone(3, 8000))).toEqual([]);
  expect(find([])).toEqual([]);
});

test('finds speech between silence, with a margin', () => {
  const [span, ...others] = find(silence(2), voice(3), silence(2));
  expect(others).toEqual([]);
  expect(span!.start).toBeGreaterThan(1.7);
  expect(span!.start).toBeLessThan(2.1);
  expect(span!.end).toBeGreaterThan(4.8);
  expect(span!.end).toBeLessThan(5.4);
});

test('long pauses split, short ones do not', () => {
  expect(find(voice(1), silence(2), voice(1))).toHaveLength(2);
  expect(find(voice(1), silence(0.3), voice(1))).toHaveLength(1);
});

test('finds speech in noise, and without background', () => {
  expect(find(noise(2, 400), voice(2), noise(2, 400))).toHaveLength(1);
  expect(find(voice(4))).toHaveLength(1);
});

test('a click is too short to be speech', () => {
  expect(find(silence(1), tone(0.04, 9000), silence(1))).toEqual([]);
});
