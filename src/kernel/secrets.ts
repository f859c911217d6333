import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * A 32-byte key for one purpose (HKDF-SHA-256, RFC 5869). Keys of different purposes are unrelated,
 * so a signature for one is never valid for another. Purposes are constants such as `signed-urls`;
 * renaming one invalidates everything that was signed under the old name.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Compares in constant time, even when the lengths differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
