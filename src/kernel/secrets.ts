import { createHash, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * 32 bytes for one purpose (HKDF-SHA-256, RFC 5869). Different purposes give unrelated keys, so a
 * signature made for one can never be used for another. Purposes are constants such as
 * `signed-urls`; a renamed purpose ends everything that was signed under the old name.
 */
export function deriveKey(secret: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
}

/** Compares in a time that depends on neither text, also when their lengths differ. */
export function isSameSecret(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
