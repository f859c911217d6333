import { z } from 'zod';
import { emailPattern } from '#lib/email-address.ts';

export type MailAddress = { name?: string | undefined; address: string };

const oneAddress = z.email({ pattern: emailPattern }).max(254);

/**
 * Throws for anything but one plain address. A text with several addresses, or with a line break
 * and a header, would send the e-mail to other people. The error does not contain the text.
 */
export function assertSingleAddress(address: string): void {
  if (!oneAddress.safeParse(address).success)
    throw new Error('This is not a single e-mail address.');
}

/**
 * Returns the text. Throws for anything but one `<...@...>`, which could break out of its header.
 */
export function assertMessageId(text: string): string {
  if (!/^<[^<>\s\p{Cc}]{1,240}>$/u.test(text)) throw new Error('This is not a single Message-ID.');
  return text;
}

/** Replaces line breaks and other control characters by spaces, for headers. */
export const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** For logs: `ann@example.com` becomes `a***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
