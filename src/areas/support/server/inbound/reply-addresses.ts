// Reply addresses of e-mails: each is valid for one ticket and one account.
import type { KeyObject } from 'node:crypto';
import { hasInboundMail } from '#kernel/mail/inbound-variables.ts';
import { isSameSecret, signText } from '#kernel/secrets.ts';
import type { Support } from '../context.ts';

type ReplyTarget = { number: number; accountId: number };

// Hex: a local part has at most 64 characters, and some servers change its case.
const signatureLength = 32;
const shape = /^reply\+(\d{1,10})\.(\d{1,10})\.([0-9a-f]{32})@/;

const sign = (key: KeyObject, { number, accountId }: ReplyTarget): string =>
  signText(key, `${number}.${accountId}`).toString('hex').slice(0, signatureLength);

/** Null when inbound mail is not configured. */
export function createReplyAddress(support: Support, target: ReplyTarget): string | null {
  const { config } = support.kernel;
  if (!hasInboundMail(config)) return null;
  const { MAIL_FROM } = config;
  const domain = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('@') + 1);
  const { number, accountId } = target;
  return `reply+${number}.${accountId}.${sign(support.replyKeys[0], target)}@${domain}`;
}

/** Null for an address that is not ours or is forged. */
export function parseReplyAddress(support: Support, address: string): ReplyTarget | null {
  const [, number, accountId, signature] = shape.exec(address.toLowerCase()) ?? [];
  if (!signature) return null;
  const target = { number: Number(number), accountId: Number(accountId) };
  const isOurs = support.replyKeys.some((key) => isSameSecret(signature, sign(key, target)));
  return isOurs ? target : null;
}
