import { z } from 'zod';

export type MailAddress = { name?: string | undefined; address: string };

const oneAddress = z.email().max(254);

/**
 * A text that holds several addresses, or a line break and a header, would reach people that nobody
 * meant. Throws for anything but one plain address; the error does not repeat it.
 */
export function assertOneAddress(address: string): void {
  if (!oneAddress.safeParse(address).success) throw new Error('This is not one e-mail address.');
}

/** The same text. Throws for what is not one `<...@...>`: it would end its header. */
export function assertMessageId(text: string): string {
  if (!/^<[^<>\s\p{Cc}]{1,240}>$/u.test(text)) throw new Error('This is not one Message-ID.');
  return text;
}

/** Line breaks and other control characters become spaces: headers hold one line. */
export const toOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** For logs: `ann@example.com` becomes `a***@example.com`. */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? '***' : `${address.slice(0, 1)}***${address.slice(at)}`;
}
