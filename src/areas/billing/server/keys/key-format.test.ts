import fc from 'fast-check';
import { expect, test } from 'vitest';
import { liveKeyPrefix as keyPrefix, testKeyPrefix } from '#lib/test-mode.ts';
import {
  computeCheckLetters,
  generateKey,
  hashKey,
  isWellFormedKey,
  previewKey,
} from './key-format.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const anyRandom = fc
  .array(fc.constantFrom(...letters), { minLength: 32, maxLength: 32 })
  .map((letters) => letters.join(''));
const anyKey = anyRandom.map(
  (random) => keyPrefix + random + computeCheckLetters(keyPrefix + random),
);

test('a new key has the format that scanners detect, and is unique', () => {
  const keys = Array.from({ length: 200 }, () => generateKey());
  expect(new Set(keys).size).toBe(200);
  for (const key of keys) {
    expect(key).toMatch(/^sk_live_[0-9A-Za-z]{38}$/);
    expect(isWellFormedKey(key)).toBe(true);
  }
});

test('every base-62 character occurs', () => {
  const seen = new Set(
    Array.from({ length: 200 }, () => generateKey())
      .join('')
      .slice(keyPrefix.length),
  );
  expect([...letters].filter((letter) => !seen.has(letter))).toEqual([]);
});

test('the checksum is the CRC-32 that other tools calculate', () => {
  // zlib.crc32 of Python says 2283820664 for sk_live_ and 32 zeros.
  expect(computeCheckLetters(keyPrefix + '0'.repeat(32))).toBe('2UYg5A');
});

test('a wrong character is detected', () => {
  const at = fc.nat(37);
  fc.assert(
    fc.property(anyKey, at, fc.constantFrom(...letters), (key, position, letter) => {
      const place = keyPrefix.length + position;
      const mistyped = key.slice(0, place) + letter + key.slice(place + 1);
      expect(isWellFormedKey(mistyped)).toBe(mistyped === key);
    }),
  );
});

test('two swapped characters are detected', () => {
  fc.assert(
    fc.property(anyKey, fc.nat(36), (key, position) => {
      const place = keyPrefix.length + position;
      const [one = '', other = ''] = key.slice(place, place + 2);
      const mistyped = key.slice(0, place) + other + one + key.slice(place + 2);
      expect(isWellFormedKey(mistyped)).toBe(one === other);
    }),
  );
});

test('a key of test mode is no live key, and the other way round', () => {
  const key = generateKey(testKeyPrefix);
  expect(key).toMatch(/^sk_test_[0-9A-Za-z]{38}$/);
  expect(isWellFormedKey(key)).toBe(false);
  expect(isWellFormedKey(key, testKeyPrefix)).toBe(true);
  expect(isWellFormedKey(generateKey(), testKeyPrefix)).toBe(false);
  expect(previewKey(key)).toBe(`${key.slice(0, 12)}...${key.slice(-4)}`);
});

test('other text is not a key', () => {
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(text)));
  fc.assert(fc.property(anyKey, (key) => !isWellFormedKey(`${key}0`)));
  fc.assert(fc.property(anyKey, (key) => !isWellFormedKey(` ${key}`)));
  fc.assert(fc.property(anyKey, (key) => !isWellFormedKey(key.replace('live', 'test'))));
});

test('the preview shows four characters at each end', () => {
  fc.assert(
    fc.property(anyKey, (key) => {
      const preview = previewKey(key);
      expect(preview).toBe(`sk_live_${key.slice(8, 12)}...${key.slice(-4)}`);
      expect(preview).not.toContain(key.slice(8, 20));
    }),
  );
});

test('keys are hashed with SHA-256', () => {
  expect(hashKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
