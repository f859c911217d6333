// How the mail server proves that a mail comes from it.
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#kernel/secrets.ts';

export const inboundSignatureHeader = 'x-inbound-signature';
const ageMsMax = 5 * 60_000;

/** `t={seconds},v1={hex}`, over the seconds, a dot and the exact bytes. */
export function signInbound(secret: string, raw: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / 1000);
  const hex = createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest('hex');
  return `t=${seconds},v1=${hex}`;
}

export function isSignedInbound(
  secret: string,
  raw: Uint8Array,
  header: string | undefined,
  now: Date,
): boolean {
  const seconds = /^t=(\d{1,12}),v1=[0-9a-f]{64}$/.exec(header ?? '')?.[1];
  if (!seconds || !header) return false;
  const at = new Date(Number(seconds) * 1000);
  const isFresh = Math.abs(now.getTime() - at.getTime()) <= ageMsMax;
  return isSameSecret(header, signInbound(secret, raw, at)) && isFresh;
}
