// Keeps mails as they arrived, so that no reader's mistake is final.
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { dayMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Support } from '../context.ts';
import { parseUuid } from '../tickets/visible-ticket.ts';
import * as receivedMailStore from './received-mail-store.ts';

const storedDays = 30;
const batchMax = 200;

export type StoredMail = { id: string; storageKey: string };

/** The row is inserted first: nothing would ever find a file without a row. */
export async function storeMail(
  { kernel }: Support,
  raw: Uint8Array,
  digest: Uint8Array,
): Promise<StoredMail> {
  const { work, clock, storage } = kernel;
  const now = clock.now();
  const id = createId(now);
  const storageKey = `support/mails/${id}.eml.gz`;
  await work.write((tx) =>
    receivedMailStore.insertReceivedMail(tx, {
      id,
      received_at: now,
      outcome: 'received',
      sender: '',
      subject: '',
      size_bytes: raw.length,
      digest: Buffer.from(digest),
      storage_key: storageKey,
    }),
  );
  const contentType = 'application/gzip';
  await storage.put(storageKey, await promisify(gzip)(raw), { contentType });
  return { id, storageKey };
}

export async function discardMail(
  { kernel }: Support,
  { id, storageKey }: StoredMail,
): Promise<void> {
  await kernel.storage.remove(storageKey);
  await kernel.work.write((tx) => receivedMailStore.deleteReceivedMail(tx, id));
}

/** Null when the file is missing. */
export async function readStoredMail({ kernel }: Support, key: string): Promise<Buffer | null> {
  const bytes = await kernel.storage.readBytes(key);
  return bytes && (await promisify(gunzip)(bytes));
}

export const originalPath = (id: string): string => `/apix/support/mails/${id}/`;

/** The mail as it arrived, for five minutes. */
export const originalUrl = ({ urlSigner }: Support, id: string): string =>
  urlSigner.signFileUrl({ path: originalPath(id), objectId: id });

/** Throws `not_found` for a signature that is wrong, of another mail, or expired. */
export async function readSignedMail(
  support: Support,
  { path, id: idText }: { path: string; id: string },
  query: SignedQuery,
): Promise<Buffer> {
  const id = parseUuid(idText);
  const isAllowed = support.urlSigner.isSigned({ path, objectId: id }, query);
  const row = isAllowed
    ? await support.kernel.work.read((db) => receivedMailStore.findReceivedMail(db, id))
    : undefined;
  const raw = row && (await readStoredMail(support, row.storage_key));
  if (!raw) throw apiError(commonErrors.notFound);
  return raw;
}

/** Deletes mails that are older than 30 days, once their tickets are closed. */
export async function purgeStoredMails(support: Support): Promise<void> {
  const { work, clock } = support.kernel;
  const before = new Date(clock.now().getTime() - storedDays * dayMs);
  const expired = await work.read((db) => receivedMailStore.listExpired(db, before, batchMax));
  for (const { id, storage_key: storageKey } of expired)
    await discardMail(support, { id, storageKey });
}
