import { randomBytes, randomFillSync } from 'node:crypto';

// Fetching random bytes is the most expensive step, regardless of their number: fetch many at once.
const randomPool = Buffer.alloc(8192);
const randomBytesPerId = 6;
let randomOffset = randomPool.length;

function copyRandom(target: Buffer, at: number): void {
  if (randomOffset + randomBytesPerId > randomPool.length) {
    randomFillSync(randomPool);
    randomOffset = 0;
  }
  randomPool.copy(target, at, randomOffset, randomOffset + randomBytesPerId);
  randomOffset += randomBytesPerId;
}

/** Of 26 bits; from a random start in the lower half, so that processes differ. */
let sequence = randomBytes(4).readUInt32BE() >>> 7;

/**
 * UUID version 7 (RFC 9562, 5.7): sorts by the millisecond of its creation, within one by the order
 * of the calls in this process (6.2, a counter that goes on across milliseconds, because callers
 * may have different clocks); the rest is random.
 */
export function createId(now: Date = new Date()): string {
  const bytes = Buffer.allocUnsafe(16);
  copyRandom(bytes, 10);
  sequence = (sequence + 1) & 0x3ffffff;
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes.writeUInt16BE(0x7000 | (sequence >>> 14), 6);
  bytes.writeUInt16BE(0x8000 | (sequence & 0x3fff), 8);
  const hex = bytes.toString('hex');
  const at = (from: number, to?: number) => hex.slice(from, to);
  return `${at(0, 8)}-${at(8, 12)}-${at(12, 16)}-${at(16, 20)}-${at(20)}`;
}

/** No id of `createId` from this moment on is below it. */
export function lowestIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}

/** A secret for links and cookies: 32 random bytes as base64url (43 characters). */
export const createToken = (): string => randomBytes(32).toString('base64url');
