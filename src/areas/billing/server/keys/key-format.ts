// What a key looks like: sk_live_, 32 random letters of base 62 (190 bits), and 6 letters that are
// their CRC-32. A scanner that finds a key in a repository can tell it from other text without
// asking us, and a mistyped key is refused without asking the database.
import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const keyPrefix = 'sk_live_';

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLettersCount = 32;
const checkLettersCount = 6;
const shape = new RegExp(
  `^${keyPrefix}([0-9A-Za-z]{${randomLettersCount}})([0-9A-Za-z]{${checkLettersCount}})$`,
);

/** The CRC-32 (ISO 3309) of the prefix and the random letters, in base 62, high letter first. */
export function checkLettersOf(random: string): string {
  let rest = crc32(keyPrefix + random);
  let text = '';
  for (let at = 0; at < checkLettersCount; at++) {
    text = letters[rest % letters.length] + text;
    rest = Math.floor(rest / letters.length);
  }
  return text;
}

export function newKey(): string {
  const random = Array.from(
    { length: randomLettersCount },
    () => letters[randomInt(letters.length)],
  ).join('');
  return keyPrefix + random + checkLettersOf(random);
}

/** False for what can't be one of our keys: another shape, or a typing error in it. */
export function isWellFormedKey(text: string): boolean {
  const [, random, check] = shape.exec(text) ?? [];
  return random !== undefined && checkLettersOf(random) === check;
}

/** SHA-256 in hexadecimal. A key has too many bits to be guessed, so no salt and no slow hash. */
export const hashKey = (key: string): string => hash('sha256', key);

/** Enough letters to tell two keys apart: sk_live_AbC1...x9Zq. */
export const previewOf = (key: string): string =>
  `${key.slice(0, keyPrefix.length + 4)}...${key.slice(-4)}`;
