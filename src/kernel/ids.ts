import { randomBytes, randomFillSync } from 'node:crypto';

// Fetching random bytes costs more than anything else here, whatever their number.
const randomBytesKept = Buffer.alloc(8192);
const randomBytesEach = 10;
let randomUsed = randomBytesKept.length;

function copyRandom(target: Buffer, at: number): void {
  if (randomUsed + randomBytesEach > randomBytesKept.length) {
    randomFillSync(randomBytesKept);
    randomUsed = 0;
  }
  randomBytesKept.copy(target, at, randomUsed, randomUsed + randomBytesEach);
  randomUsed += randomBytesEach;
}

/** UUID version 7 (RFC 9562 5.7): sorts by the millisecond it was made in, the rest is random. */
export function createId(now: Date = new Date()): string {
  const bytes = Buffer.allocUnsafe(16);
  copyRandom(bytes, 6);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  const at = (from: number, to?: number) => hex.slice(from, to);
  return `${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20)}`;
}

/** A secret for links and cookies: 32 random bytes in URL-safe letters (43 characters). */
export const createToken = (): string => randomBytes(32).toString('base64url');
