// The signature of the mail server on the e-mails it delivers.
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#kernel/secrets.ts';
import { minuteMs, secondMs } from '#lib/durations.ts';

export const inboundSignatureHeader = 'x-inbound-signature';
const ageMsMax = 5 * minuteMs;

/** `t={seconds},v1={hex}`, over the seconds, a dot and the exact bytes. */
export function signInbound(secret: string, raw: Uint8Array, at: Date): string {
  const seconds = Math.floor(at.getTime() / secondMs);
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
  const at = new Date(Number(seconds) * secondMs);
  const isFresh = Math.abs(now.getTime() - at.getTime()) <= ageMsMax;
  return isSameSecret(header, signInbound(secret, raw, at)) && isFresh;
}
