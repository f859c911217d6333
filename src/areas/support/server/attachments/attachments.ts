// Files of messages: uploaded, downloaded by signed URL, and deleted when no message uses them.
import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { acceptUpload, downloadFile, type UploadedFile } from '#kernel/storage/uploads.ts';
import { budgets } from '#lib/budgets.ts';
import { hourMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { TicketAttachmentWire } from '../../wire/attachments.ts';
import type { Support } from '../context.ts';
import { lockCustomer } from '../tickets/ticket-store.ts';
import { parseUuid, type Side } from '../tickets/visible-ticket.ts';
import * as attachmentStore from './attachment-store.ts';
import { attachmentName, attachmentPath, serializeAttachment } from './serialize-attachment.ts';

const orphanHours = 24;
const batchMax = 200;

const tooManyUnsent = 'Send the files that you have uploaded first.';
const storageFull =
  'Your account has reached its limit of 1 GB of files. Ask support how to send this one.';

type Uploader = { accountId: number; side: Side };

/**
 * Throws InvalidInput for a file that is not accepted, too many unsent files, and a customer's file
 * beyond the storage limit. The row is inserted first: a row without a file is deleted like any
 * unused upload, but nothing would ever find a file without a row.
 */
export async function saveUpload(
  support: Support,
  { accountId, side }: Uploader,
  file: UploadedFile,
): Promise<TicketAttachmentWire> {
  const { config, work, storage, clock } = support.kernel;
  const { name, contentType, extension } = await acceptUpload(config, file);
  const now = clock.now();
  const id = createId(now);
  const row = await work.write((tx) =>
    insertUpload(tx, side, {
      id,
      account_id: accountId,
      name,
      content_type: contentType,
      size_bytes: file.bytes.length,
      storage_key: `support/${id}.${extension}`,
      created_at: now,
    }),
  );
  try {
    await storage.put(row.storage_key, file.bytes, { contentType });
  } catch (error) {
    await deleteUploads(support, [id]);
    throw error;
  }
  return serializeAttachment(support, row);
}

async function insertUpload(
  tx: Tx,
  side: Side,
  row: Parameters<typeof attachmentStore.insertAttachment>[1],
) {
  await lockCustomer(tx, row.account_id);
  if (
    (await attachmentStore.countOrphans(tx, row.account_id)) >= budgets.unsentAttachmentsPerAccount
  )
    throw new InvalidInput({ file: [tooManyUnsent] });
  if (side === 'customer') {
    const bytes = (await attachmentStore.sumBytes(tx, row.account_id)) + row.size_bytes;
    if (bytes > budgets.attachmentBytesPerAccount) throw new InvalidInput({ file: [storageFull] });
  }
  return attachmentStore.insertAttachment(tx, row);
}

/** Throws `not_found` for a signature that is wrong, for another file, or expired. */
export async function downloadAttachment(
  { kernel, urlSigner }: Support,
  id: string,
  q: SignedQuery,
) {
  const objectId = parseUuid(id);
  const isAllowed = urlSigner.isSigned({ path: attachmentPath(objectId), objectId }, q);
  const row = isAllowed
    ? await kernel.work.read((db) => attachmentStore.findAttachment(db, objectId))
    : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return downloadFile(kernel.storage, { ...row, name: attachmentName(row) });
}

/** Deletes uploads that no message used within a day, and files of deleted messages. */
export async function deleteOrphans(support: Support): Promise<void> {
  const { work, clock } = support.kernel;
  const before = new Date(clock.now().getTime() - orphanHours * hourMs);
  const orphans = await work.read((db) => attachmentStore.listOrphans(db, before, batchMax));
  await deleteUploads(
    support,
    orphans.map(({ id }) => id),
  );
}

/** Deletes the uploads that no message uses; the others stay. */
export async function deleteUploads({ kernel }: Support, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const deleted = await kernel.work.write((tx) => attachmentStore.deleteOrphan(tx, id));
    if (deleted) await kernel.storage.remove(deleted.storage_key);
  }
}
