// Files of inquiries. The rules are in ../README.md.
import { randomUUID } from 'node:crypto';
import type { Db, Tx } from '#kernel/database/database.ts';
import { toNetwork } from '#kernel/http/client-address.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor } from '#kernel/ports.ts';
import { createUrlSigner } from '#kernel/storage/signed-urls.ts';
import { acceptUpload, downloadFile, type UploadedFile } from '#kernel/storage/uploads.ts';
import { budgets } from '#lib/budgets.ts';
import { hourMs, hourSeconds } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type LeadFileWire,
  leadStorageBusy,
  type UploadedLeadFileWire,
} from '../wire/lead-files.ts';
import { parseLeadId, requireVisible } from './lead-access.ts';
import * as fileStore from './lead-file-store.ts';
import { findLead, listAccountLeads, unknownAddress } from './lead-store.ts';

const unsentHours = 24;
const batchMax = 200;

const tooManyUnsent =
  'Too many files were uploaded from here and not sent. Send your message without this one.';
const expired = 'A file is no longer there, because it was not sent within a day. Attach it again.';

const expiredBefore = (now: Date) => new Date(now.getTime() - unsentHours * hourMs);

/**
 * Throws InvalidInput for a file that is not accepted or one too many, and `storage_busy`. The row
 * is inserted first: a row without a file expires like any unsent upload, but nothing would ever
 * find a file without a row.
 */
export async function saveFile(
  kernel: Kernel,
  ip: string | null,
  file: UploadedFile,
): Promise<UploadedLeadFileWire> {
  const { config, work, storage, clock } = kernel;
  const { name, contentType, extension } = await acceptUpload(config, file);
  // Anyone who knows the id can send the file, so it must not be guessable from another one.
  const id = randomUUID();
  const row = await work.write((tx) =>
    insertFile(tx, {
      id,
      network: toNetwork(ip ?? unknownAddress),
      name,
      content_type: contentType,
      size_bytes: file.bytes.length,
      storage_key: `leads/${id}.${extension}`,
      created_at: clock.now(),
    }),
  );
  try {
    await storage.put(row.storage_key, file.bytes, { contentType });
  } catch (error) {
    await deleteFiles(kernel, [row]);
    throw error;
  }
  return { id, name, size: row.size_bytes };
}

async function insertFile(
  tx: Tx,
  row: Parameters<typeof fileStore.insertFile>[1] & { network: string },
) {
  await fileStore.lockFiles(tx);
  const { bytes, unsentCount } = await fileStore.measureFiles(tx, row.network);
  if (unsentCount >= budgets.unsentLeadFilesPerNetwork)
    throw new InvalidInput({ file: [tooManyUnsent] });
  if (bytes + row.size_bytes > budgets.leadFileBytesOfAll)
    throw apiError(leadStorageBusy, { retry_after: hourSeconds });
  return fileStore.insertFile(tx, row);
}

/** Adds uploads to a lead. Throws InvalidInput when one of them has expired or is not known. */
export async function attachFiles(
  tx: Tx,
  leadId: number,
  { ids, now }: { ids: readonly string[]; now: Date },
): Promise<fileStore.LeadFileRow[]> {
  const attached = await fileStore.attachToLead(tx, leadId, {
    ids,
    uploadedAfter: expiredBefore(now),
  });
  if (attached.length < new Set(ids).size) throw new InvalidInput({ files: [expired] });
  return attached;
}

/** Throws `not_found` for a file of another lead too. */
export async function downloadLeadFile(
  { work, storage }: Kernel,
  actor: Actor,
  { id, file_id }: { id: string; file_id: string },
) {
  const leadId = parseLeadId(id);
  const file = await work.read(async (db) => {
    requireVisible(actor, await findLead(db, leadId));
    return isUuid(file_id) ? fileStore.findFile(db, { leadId, id: file_id }) : undefined;
  });
  if (!file) throw apiError(commonErrors.notFound);
  return downloadFile(storage, file);
}

/** A person's leads with their files as signed URLs, valid until `filesUntil`. */
export async function exportLeads(
  kernel: Kernel,
  db: Db,
  sender: { accountId: number; email: string },
  filesUntil: Date,
) {
  const urlSigner = createUrlSigner(kernel);
  const leads = await listAccountLeads(db, sender);
  const files = await fileStore.listFiles(
    db,
    leads.map(({ id }) => id),
  );
  const exportFile = ({ name, size_bytes, storage_key }: fileStore.LeadFileRow) => ({
    name,
    size: size_bytes,
    url: urlSigner.signStoredFile({ key: storage_key, fileName: name, expiresAt: filesUntil }),
  });
  return leads.map((lead) => ({
    ...lead,
    files: files.filter(({ lead_id }) => lead_id === lead.id).map(exportFile),
  }));
}

/** Deletes files that were not sent within a day, and those of erased leads. */
export async function purgeFiles(kernel: Kernel): Promise<void> {
  const before = expiredBefore(kernel.clock.now());
  await deleteFiles(
    kernel,
    await kernel.work.read((db) => fileStore.listOrphans(db, before, batchMax)),
  );
}

async function deleteFiles(
  { work, storage }: Kernel,
  files: readonly { id: string }[],
): Promise<void> {
  for (const { id } of files) {
    const deleted = await work.write((tx) => fileStore.deleteOrphan(tx, id));
    if (deleted) await storage.remove(deleted.storage_key);
  }
}

export const serializeFile = (file: fileStore.LeadFileRow): LeadFileWire => ({
  id: file.id,
  name: file.name,
  size: file.size_bytes,
  content_type: file.content_type,
});
