// Envelope senders: each leads back to one attempt to deliver one e-mail.
import type { KeyObject } from 'node:crypto';
import { isSameSecret, type Keys, signText } from '#kernel/secrets.ts';

export type Sending = {
  mailId: string;
  /** A report of an earlier attempt is no longer valid after the e-mail was sent again. */
  attempt: number;
};

const bouncePrefix = 'bounce+';

// Hex: a local part has at most 64 characters, and some servers change its case.
const signatureLength = 20;
const shape = /^bounce\+([0-9a-f]{32})(\d{1,4})\.([0-9a-f]{20})@/;

const sign = (key: KeyObject, { mailId, attempt }: Sending): string =>
  signText(key, `${mailId}.${attempt}`).toString('hex').slice(0, signatureLength);

const readDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

export function createBounceAddress(keys: Keys, sending: Sending, mailFrom: string): string {
  const domain = readDomain(mailFrom);
  const id = sending.mailId.replaceAll('-', '');
  return `${bouncePrefix}${id}${sending.attempt}.${sign(keys[0], sending)}@${domain}`;
}

/** Whether mail to it is for us; it may be forged. Other domains have such addresses too. */
export const isBounceAddress = (address: string, mailFrom: string): boolean =>
  address.startsWith(bouncePrefix) && readDomain(address) === readDomain(mailFrom).toLowerCase();

/** Null for an address that is not ours or is forged. */
export function parseBounceAddress(keys: Keys, address: string): Sending | null {
  const [, id = '', attempt, signature] = shape.exec(address.toLowerCase()) ?? [];
  if (!signature) return null;
  const mailId = id.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  const sending = { mailId, attempt: Number(attempt) };
  return keys.some((key) => isSameSecret(signature, sign(key, sending))) ? sending : null;
}
