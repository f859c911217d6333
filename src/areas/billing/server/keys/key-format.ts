// Format of a key: `sk_live_` or `sk_test_`, 32 random base-62 characters (190 bits), and 6 characters that are
// their CRC-32. Secret scanners recognise it, and a mistyped key is refused without a query.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { keyPrefixPattern, liveKeyPrefix } from '#lib/test-mode.ts';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLettersCount = 32;
const checkLettersCount = 6;
/** Prefixes are equally long. */
const previewStartLength = liveKeyPrefix.length + 4;
const shape = new RegExp(
  `^(${keyPrefixPattern})([0-9A-Za-z]{${randomLettersCount}})([0-9A-Za-z]{${checkLettersCount}})$`,
);

/** CRC-32 (ISO 3309) of what precedes it, in base 62, most significant first. */
export function computeCheckLetters(start: string): string {
  let rest = crc32(start);
  let text = '';
  for (let at = 0; at < checkLettersCount; at++) {
    text = letters[rest % letters.length] + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

/** `prefix`: that of `chooseKeyPrefix`. */
export function generateKey(prefix = liveKeyPrefix): string {
  const random = Array.from(
    { length: randomLettersCount },
    () => letters[randomInt(letters.length)],
  ).join('');
  return prefix + random + computeCheckLetters(prefix + random);
}

/** False for text that cannot be one of the keys with this prefix: wrong format or checksum. */
export function isWellFormedKey(text: string, prefix = liveKeyPrefix): boolean {
  const [, start, random, check] = shape.exec(text) ?? [];
  return start === prefix && computeCheckLetters(prefix + random) === check;
}

/** A key has too much entropy to be guessed, so it needs no salt and no slow hash. */
export const hashKey = (key: string): string => hash('sha256', key);

/** Enough characters to tell two keys apart: `sk_live_AbC1...x9Zq`. */
export const previewKey = (key: string): string =>
  `${key.slice(0, previewStartLength)}...${key.slice(-4)}`;
