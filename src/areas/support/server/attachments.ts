// Files of messages: taken in, given out by signed address, and forgotten.
import { Readable } from 'node:stream';
import { commonErrors } from '#lib/endpoint.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import { attachmentNamed } from '#server/storage/media.ts';
import type { SignedQuery } from '#server/storage/signed-urls.ts';
import type { TicketAttachmentWire } from '../contract.ts';
import { readUuid } from './access.ts';
import { cleanName, findKind, isShownInPlace } from './attachment-kinds.ts';
import * as store from './attachment-store.ts';
import type { Support } from './support.ts';
import { attachmentPath, showAttachment } from './wire.ts';

/** Uploads of one account that no message has taken yet. */
const orphansMax = 25;
const orphanHours = 24;
const batchMax = 200;

export const kindRefused =
  'This kind of file can not be attached. Send pictures, PDF, text, office documents or ZIP.';

/** Throws InvalidInput for a file of a kind that is not taken, and for one too many in waiting. */
export async function keepUpload(
  support: Support,
  accountId: number,
  { bytes, name }: { bytes: Uint8Array; name: string },
): Promise<TicketAttachmentWire> {
  const { database, storage, clock } = support.kernel;
  const kind = await findKind(bytes);
  if (!kind) throw new InvalidInput({ file: [kindRefused] });
  if ((await store.countOrphansOf(database.write, accountId)) >= orphansMax)
    throw new InvalidInput({ file: ['Send what you have uploaded first.'] });
  const now = clock.now();
  const id = newId(now);
  const key = `support/${id}.${kind.extension}`;
  await storage.put(key, bytes, { contentType: kind.contentType });
  const row = await store.insertAttachment(database.write, {
    id,
    account_id: accountId,
    name: cleanName(name, kind),
    content_type: kind.contentType,
    size_bytes: bytes.length,
    storage_key: key,
    created_at: now,
  });
  return showAttachment(support, row);
}

/** Throws `not_found` for a signature that is wrong, of another file, or too old. */
export async function openAttachment({ kernel, urlSigner }: Support, id: string, q: SignedQuery) {
  const objectId = readUuid(id);
  const isAllowed = urlSigner.isSigned({ path: attachmentPath(objectId), objectId }, q);
  const row = isAllowed ? await store.findAttachment(kernel.database.write, objectId) : undefined;
  const stored = row ? await kernel.storage.read(row.storage_key) : null;
  if (!row || !stored) throw fail(commonErrors.notFound);
  const saved = attachmentNamed(row.name);
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
  const { database, clock } = support.kernel;
  const before = new Date(clock.now().getTime() - orphanHours * 3_600_000);
  const orphans = await store.listOrphans(database.write, before, batchMax);
  await dropUploads(
    support,
    orphans.map(({ id }) => id),
  );
}

/** Those that no message took; the others stay. */
export async function dropUploads({ kernel }: Support, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const dropped = await store.deleteOrphan(kernel.database.write, id);
    if (dropped) await kernel.storage.remove(dropped.storage_key);
  }
}
