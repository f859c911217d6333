// Signatures of the sandbox's webhooks: `x-sandbox-signature: t=<unix seconds>,v1=<hex>`, an
// HMAC-SHA-256 over `<t>.<body>`.
import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKeys, type Keys, type Secrets } from '#kernel/secrets.ts';

export const sandboxSignatureHeader = 'x-sandbox-signature';
const ageSecondsMax = 300;

/** The first signs. */
export const sandboxKeys = (secrets: Secrets): Keys =>
  deriveKeys(secrets, 'payments-sandbox-webhook');

const computeMac = (key: KeyObject, seconds: string, body: Buffer | string): Buffer =>
  createHmac('sha256', key).update(`${seconds}.`).update(body).digest();

export function signSandboxBody(key: KeyObject, body: string, now: Date): string {
  const seconds = String(Math.floor(now.getTime() / 1000));
  return `t=${seconds},v1=${computeMac(key, seconds, body).toString('hex')}`;
}

/** Compares in constant time. Signatures more than five minutes off are invalid. */
export function isSandboxSigned(keys: Keys, header: unknown, body: Buffer, now: Date): boolean {
  const [, seconds, hex] =
    typeof header === 'string' ? (/^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) ?? []) : [];
  if (seconds === undefined || hex === undefined) return false;
  const received = Buffer.from(hex, 'hex');
  const isSame = keys.some((key) => timingSafeEqual(received, computeMac(key, seconds, body)));
  return isSame && Math.abs(now.getTime() / 1000 - Number(seconds)) <= ageSecondsMax;
}
