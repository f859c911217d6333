// Addresses that a mail can be answered to: each is good for one ticket and one person.
import { createHmac } from 'node:crypto';
import { isSameSecret } from '#kernel/secrets.ts';
import type { Support } from './support.ts';

type Addressed = { number: number; accountId: number };

// Local parts have 64 characters, and some servers lose their capitals.
const signatureLength = 32;
const shape = /^reply\+(\d{1,10})\.(\d{1,10})\.([0-9a-f]{32})@/;

const signatureOf = ({ replyKey }: Support, { number, accountId }: Addressed): string =>
  createHmac('sha256', replyKey)
    .update(`${number}.${accountId}`)
    .digest('hex')
    .slice(0, signatureLength);

/** Null where mail is not taken in. */
export function replyAddressOf(support: Support, addressed: Addressed): string | null {
  const { INBOUND_MAIL_SECRET, MAIL_FROM } = support.kernel.config;
  if (!INBOUND_MAIL_SECRET) return null;
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1);
  const { number, accountId } = addressed;
  return `reply+${number}.${accountId}.${signatureOf(support, addressed)}@${domain}`;
}

/** Null for an address that is not ours, or that somebody made up. */
export function readReplyAddress(support: Support, address: string): Addressed | null {
  const [, number, accountId, signature] = shape.exec(address.toLowerCase()) ?? [];
  if (!signature) return null;
  const addressed = { number: Number(number), accountId: Number(accountId) };
  return isSameSecret(signature, signatureOf(support, addressed)) ? addressed : null;
}
