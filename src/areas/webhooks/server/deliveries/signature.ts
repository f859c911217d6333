// Signatures of the Standard Webhooks specification: HMAC-SHA-256 over `id.timestamp.body`.
import { createHmac } from 'node:crypto';
import { secretPrefix } from '../../wire/webhooks.constants.ts';

export type SignedMessage = { id: string; timestampSeconds: number; body: string };

/** The value of `webhook-signature`: one signature for each secret, separated by spaces. */
export const signMessage = (message: SignedMessage, secrets: readonly string[]): string =>
  secrets.map((secret) => `v1,${computeHmac(message, secret)}`).join(' ');

const computeHmac = ({ id, timestampSeconds, body }: SignedMessage, secret: string): string =>
  createHmac('sha256', Buffer.from(secret.slice(secretPrefix.length), 'base64'))
    .update(`${id}.${timestampSeconds}.${body}`)
    .digest('base64');
