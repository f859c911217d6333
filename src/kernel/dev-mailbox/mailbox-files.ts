import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Address } from 'postal-mime';

export type MailboxMessage = {
  id: string;
  from: string;
  to: string;
  subject: string;
  /** ISO 8601. */
  date: string;
  html: string;
  text: string;
};

/** A limit, so that a mailbox of many months still opens quickly. */
const messagesMax = 200;
const messageId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The newest 200, newest first: ids sort by time. A missing folder is an empty mailbox. */
export async function readMailbox(dir: string): Promise<MailboxMessage[]> {
  const names = await readdir(dir).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.basename(name, '.eml'))
    .sort()
    .reverse()
    .slice(0, messagesMax);
  const messages = await Promise.all(ids.map((id) => readMessage(dir, id)));
  return messages.filter((message) => message !== null);
}

/** Null for a malformed id, or when the file does not exist. */
export async function readMessage(dir: string, id: string): Promise<MailboxMessage | null> {
  if (!messageId.test(id)) return null;
  const raw = await readFile(path.join(dir, `${id}.eml`)).catch(() => null);
  if (!raw) return null;
  const { default: PostalMime } = await import('postal-mime');
  const { from, to, subject = '', date = '', html, text } = await PostalMime.parse(raw);
  return {
    id,
    from: formatAddress(from),
    to: readAddress(to?.[0]),
    subject,
    date,
    html: trimEnd(html),
    text: trimEnd(text),
  };
}

/** The line break before a MIME boundary does not belong to the part. */
const trimEnd = (part: string | undefined): string => (part ?? '').trimEnd();

const readAddress = (one: Address | undefined): string => one?.address ?? '';

const formatAddress = (one: Address | undefined): string =>
  one?.name ? `${one.name} <${readAddress(one)}>` : readAddress(one);
