import { isInlineImage, sanitizeFileName } from '#kernel/storage/file-kinds.ts';
import type { TicketAttachmentWire } from '../../wire/attachments.ts';
import type { Support } from '../context.ts';
import type { AttachmentRow } from './attachment-store.ts';

export const serializeAttachment = (
  { urlSigner }: Support,
  row: AttachmentRow,
): TicketAttachmentWire => ({
  id: row.id,
  name: attachmentName(row),
  size: row.size_bytes,
  content_type: row.content_type,
  is_image: isInlineImage(row.content_type),
  url: urlSigner.signFileUrl({ path: attachmentPath(row.id), objectId: row.id }),
});

/** Sanitized again: older rows may have a name without the extension of its type. */
export const attachmentName = ({ name, content_type }: AttachmentRow): string =>
  sanitizeFileName(name, content_type);

export const attachmentPath = (id: string): string => `/apix/support/attachments/${id}/`;
