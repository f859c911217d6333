// The mail behind a message, for support and for the customer who wrote it: its headers, its HTML
// as a page, and its parts.
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { OriginalMailWire } from '../../wire/stored-mails.ts';
import type { Support } from '../context.ts';
import { findVisibleMessage } from '../messages/messages.ts';
import { findVisibleTicket } from '../tickets/visible-ticket.ts';
import type { MailPart, Original } from './read-original.ts';
import * as receivedMailStore from './received-mail-store.ts';
import { originalPath, readSignedMail, readStoredMail } from './stored-mails.ts';

/** Throws `not_found` without a stored mail, or for one that the actor may not see. */
export async function readOriginalMail(
  support: Support,
  actor: Actor,
  { ticketId, id }: { ticketId: string; id: string },
): Promise<OriginalMailWire> {
  const row = await support.kernel.work.read(async (db) => {
    const visible = await findVisibleTicket(db, actor, ticketId);
    const message = await findVisibleMessage(db, visible, id);
    // The mail of a colleague has an address that customers do not see.
    if (message.is_from_staff && visible.side === 'customer') return undefined;
    const [mail] = await receivedMailStore.listMailsOfMessages(db, [message.id]);
    return mail && receivedMailStore.findReceivedMail(db, mail.id);
  });
  const raw = row && (await readStoredMail(support, row.storage_key));
  const original = raw && (await support.readOriginal(raw));
  if (!row || !original) throw apiError(commonErrors.notFound);
  return serialize(support, row, original);
}

const pagePath = (id: string, pictures: string) => `${originalPath(id)}page/${pictures}/`;
const partPath = (id: string, number: number) => `${originalPath(id)}parts/${number}/`;

function serialize(
  { urlSigner }: Support,
  { id, size_bytes }: receivedMailStore.ReceivedMailRow,
  { headers, text, page, parts }: Original,
): OriginalMailWire {
  const sign = (path: string, fileName?: string) =>
    urlSigner.signFileUrl({ path, objectId: id, ...(fileName && { fileName }) });
  return {
    headers,
    text,
    page_url: page === '' ? null : sign(pagePath(id, 'own')),
    page_with_pictures_url: page === '' ? null : sign(pagePath(id, 'remote')),
    source_url: sign(originalPath(id), 'mail.eml'),
    size_bytes,
    parts: parts.map((part, number) => ({
      name: toFileName(part, number),
      content_type: part.type,
      size_bytes: part.bytes.length,
      url: sign(partPath(id, number)),
    })),
  };
}

const toFileName = ({ name }: MailPart, number: number): string =>
  name.split(/[/\\]/).at(-1) || `part-${number + 1}`;

/** The page, with the pictures that it may load. Throws `not_found`. */
export async function readMailPage(
  support: Support,
  { id, pictures }: { id: string; pictures: 'own' | 'remote' },
  query: SignedQuery,
): Promise<Buffer> {
  const raw = await readSignedMail(support, { id, path: pagePath(id, pictures) }, query);
  const original = await support.readOriginal(raw);
  if (!original?.page) throw apiError(commonErrors.notFound);
  return Buffer.from(original.page);
}

/** Throws `not_found`. */
export async function readMailPart(
  support: Support,
  { id, number }: { id: string; number: number },
  query: SignedQuery,
): Promise<{ name: string; bytes: Buffer }> {
  const raw = await readSignedMail(support, { id, path: partPath(id, number) }, query);
  const part = (await support.readOriginal(raw))?.parts[number];
  if (!part) throw apiError(commonErrors.notFound);
  return { name: toFileName(part, number), bytes: Buffer.from(part.bytes) };
}
