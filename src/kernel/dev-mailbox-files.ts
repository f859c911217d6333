import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import PostalMime, { type Address } from 'postal-mime';

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

/** More are never shown: a mailbox that ran for months must still open at once. */
const shownMax = 200;
const messageId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The newest 200, newest first: the ids sort by time. An absent folder is an empty mailbox. */
export async function readMailbox(dir: string): Promise<MailboxMessage[]> {
  const names = await readdir(dir).catch(() => []);
  const ids = names
    .filter((name) => name.endsWith('.eml'))
    .map((name) => path.basename(name, '.eml'))
    .sort()
    .reverse()
    .slice(0, shownMax);
  const messages = await Promise.all(ids.map((id) => readMessage(dir, id)));
  return messages.filter((message) => message !== null);
}

/** Null for an id that is not one of ours, or whose file has gone. */
export async function readMessage(dir: string, id: string): Promise<MailboxMessage | null> {
  if (!messageId.test(id)) return null;
  const raw = await readFile(path.join(dir, `${id}.eml`)).catch(() => null);
  if (!raw) return null;
  const { from, to, subject = '', date = '', html, text } = await PostalMime.parse(raw);
  return {
    id,
    from: shown(from),
    to: addressOf(to?.[0]),
    subject,
    date,
    html: trimEnd(html),
    text: trimEnd(text),
  };
}

/** The line break before a part's boundary is not the part's. */
const trimEnd = (part: string | undefined): string => (part ?? '').trimEnd();

const addressOf = (one: Address | undefined): string => one?.address ?? '';

const shown = (one: Address | undefined): string =>
  one?.name ? `${one.name} <${addressOf(one)}>` : addressOf(one);
