// Files that people upload: which of them are accepted, and how they are handed out again.
import { Readable } from 'node:stream';
import { commonErrors } from '#lib/endpoint.ts';
import type { Config } from '../config.ts';
import { apiError, InvalidInput } from '../http/errors.ts';
import { detectContentType, isInlineImage, sanitizeFileName, toExtension } from './file-kinds.ts';
import { attachmentNamed } from './media.ts';
import type { Storage } from './storage.ts';
import { isInfected } from './virus-scan.ts';

export type UploadedFile = { bytes: Uint8Array; name: string };
export type AcceptedFile = { name: string; contentType: string; extension: string };

const typeNotAllowed =
  'Files of this type cannot be attached. Send images, PDF, text, office documents or ZIP.';
const infected = 'The virus scanner reports this file as infected. It was not kept.';

/**
 * Throws InvalidInput for an empty file, a type that is not allowed and a virus, and
 * UnavailableError without a verdict of the virus scanner. Call it before the file is kept.
 */
export async function acceptUpload(
  config: Pick<Config, 'VIRUS_SCAN_COMMAND'>,
  { bytes, name }: UploadedFile,
): Promise<AcceptedFile> {
  if (bytes.length === 0) throw new InvalidInput({ file: ['The file is empty.'] });
  const contentType = await detectContentType(bytes);
  if (!contentType) throw new InvalidInput({ file: [typeNotAllowed] });
  if (await isInfected(config, bytes)) throw new InvalidInput({ file: [infected] });
  const extension = toExtension(contentType);
  return { name: sanitizeFileName(name, contentType), contentType, extension };
}

type StoredFile = { name: string; content_type: string; storage_key: string };

/** Throws `not_found` when the storage does not have the file. */
export async function downloadFile(storage: Storage, file: StoredFile) {
  const stored = await storage.read(file.storage_key);
  if (!stored) throw apiError(commonErrors.notFound);
  const disposition = attachmentNamed(file.name);
  return {
    stream: Readable.from(stored.stream),
    headers: {
      'content-type': file.content_type,
      'content-length': String(stored.sizeBytes),
      'content-disposition': isInlineImage(file.content_type)
        ? disposition.replace(/^attachment/, 'inline')
        : disposition,
      // Untrusted content: the browser must neither guess its type nor run anything in it.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, max-age=300',
    },
  };
}
