import { randomBytes, randomFillSync } from 'node:crypto';

/** UUID version 7 (RFC 9562 5.7): sorts by the millisecond it was made in, the rest is random. */
export function newId(now: Date = new Date()): string {
  const bytes = Buffer.alloc(16);
  randomFillSync(bytes, 6);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [8, 12, 16, 20].reduce(
    (text, at, i) => `${text.slice(0, at + i)}-${text.slice(at + i)}`,
    hex,
  );
}

/** A secret for links and cookies: 32 random bytes in URL-safe letters (43 characters). */
export const newToken = (): string => randomBytes(32).toString('base64url');
