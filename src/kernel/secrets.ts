import {
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  timingSafeEqual,
} from 'node:crypto';

/** The first signs and seals; all of them verify and open, so that a secret can be replaced. */
export type Secrets = readonly [string, ...string[]];
/** The keys of `Secrets` for one purpose, in the same order. */
export type Keys = readonly [KeyObject, ...KeyObject[]];

const secretCharactersMin = 32;

/** Null when one of them has fewer than 32 characters. Spaces around the commas do not count. */
export function parseSecrets(text: string): Secrets | null {
  const [first = '', ...others] = new Set(text.split(',').map((secret) => secret.trim()));
  const secrets = [first, ...others] as const;
  return secrets.every(({ length }) => length >= secretCharactersMin) ? secrets : null;
}

/**
 * A 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). Keys of different purposes are unrelated,
 * so a signature for one is never valid for another. Purposes are constants such as `signed-urls`;
 * renaming one invalidates everything that was signed under the old name. A key object signs in a
 * fifth of the time that the same bytes take.
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
}

export function deriveKeys([first, ...others]: Secrets, purpose: string): Keys {
  return [deriveKey(first, purpose), ...others.map((secret) => deriveKey(secret, purpose))];
}

/** HMAC-SHA-256. */
export const signText = (key: KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Compares in constant time, even when the lengths differ. */
export function isSameSecret(candidate: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(candidate), digest(expected));
}
