// Files of messages: taken in, given out by signed address, and forgotten.
import { Readable } from 'node:stream';
import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { attachmentNamed } from '#kernel/storage/media.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { TicketAttachmentWire } from '../contract.ts';
import { readUuid, type Side } from './access.ts';
import { cleanName, endingOf, findKind, isShownInPlace } from './attachment-kinds.ts';
import * as store from './attachment-store.ts';
import type { Support } from './support.ts';
import { lockCustomer } from './ticket-store.ts';
import { attachmentPath, nameOf, showAttachment } from './wire.ts';

const orphanHours = 24;
const batchMax = 200;

const kindRefused =
  'This kind of file can not be attached. Send pictures, PDF, text, office documents or ZIP.';

const unsentFirst = 'Send what you have uploaded first.';
const noSpace =
  'Your account holds 1 GB of files, the most it can. Ask support how to send this one.';

type Uploader = { accountId: number; side: Side };
type Given = { bytes: Uint8Array; name: string };

/**
 * Throws InvalidInput for a file of a kind that is not taken, an empty one, one too many in
 * waiting, and a customer's that takes their files beyond the budget. The row comes first: without
 * its file it is removed as any that no message takes, but nothing would find a file without a row.
 */
export async function keepUpload(
  support: Support,
  { accountId, side }: Uploader,
  { bytes, name }: Given,
): Promise<TicketAttachmentWire> {
  const { work, storage, clock } = support.kernel;
  if (bytes.length === 0) throw new InvalidInput({ file: ['The file is empty.'] });
  const contentType = await findKind(bytes);
  if (!contentType) throw new InvalidInput({ file: [kindRefused] });
  const now = clock.now();
  const id = createId(now);
  const row = await work.write((tx) =>
    addUpload(tx, side, {
      id,
      account_id: accountId,
      name: cleanName(name, contentType),
      content_type: contentType,
      size_bytes: bytes.length,
      storage_key: `support/${id}.${endingOf(contentType)}`,
      created_at: now,
    }),
  );
  try {
    await storage.put(row.storage_key, bytes, { contentType });
  } catch (error) {
    await dropUploads(support, [id]);
    throw error;
  }
  return showAttachment(support, row);
}

async function addUpload(tx: Tx, side: Side, row: Parameters<typeof store.insertAttachment>[1]) {
  await lockCustomer(tx, row.account_id);
  if ((await store.countOrphansOf(tx, row.account_id)) >= budgets.unsentAttachmentsPerAccount)
    throw new InvalidInput({ file: [unsentFirst] });
  if (side === 'customer') {
    const bytes = (await store.sumBytesOf(tx, row.account_id)) + row.size_bytes;
    if (bytes > budgets.attachmentBytesPerAccount) throw new InvalidInput({ file: [noSpace] });
  }
  return store.insertAttachment(tx, row);
}

/** Throws `not_found` for a signature that is wrong, of another file, or too old. */
export async function openAttachment({ kernel, urlSigner }: Support, id: string, q: SignedQuery) {
  const objectId = readUuid(id);
  const isAllowed = urlSigner.isSigned({ path: attachmentPath(objectId), objectId }, q);
  const row = isAllowed
    ? await kernel.work.read((db) => store.findAttachment(db, objectId))
    : undefined;
  const stored = row ? await kernel.storage.read(row.storage_key) : null;
  if (!row || !stored) throw apiError(commonErrors.notFound);
  const saved = attachmentNamed(nameOf(row));
  return {
    stream: Readable.from(stored.stream),
    headers: {
      'content-type': row.content_type,
      'content-length': String(stored.sizeBytes),
      'content-disposition': isShownInPlace(row.content_type)
        ? saved.replace(/^attachment/, 'inline')
        : saved,
      // The content is a customer's: a browser shall neither guess its type nor run anything in it.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=300',
    },
  };
}

/** Uploads that no message took within a day, and files of messages that were taken back. */
export async function removeOrphans(support: Support): Promise<void> {
  const { work, clock } = support.kernel;
  const before = new Date(clock.now().getTime() - orphanHours * 3_600_000);
  const orphans = await work.read((db) => store.listOrphans(db, before, batchMax));
  await dropUploads(
    support,
    orphans.map(({ id }) => id),
  );
}

/** Those that no message took; the others stay. */
export async function dropUploads({ kernel }: Support, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const dropped = await kernel.work.write((tx) => store.deleteOrphan(tx, id));
    if (dropped) await kernel.storage.remove(dropped.storage_key);
  }
}
