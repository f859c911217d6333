import type { IncomingHttpHeaders } from 'node:http';
import { matchesEtag } from '#kernel/http/content-negotiation.ts';
import { respond } from '#kernel/http/mount.ts';
import type { PdfDocument } from './documents.ts';

/** Renders nothing if the client already has this document. */
export async function pdfResponse(document: PdfDocument, headers: IncomingHttpHeaders) {
  const { etag, fileName } = document;
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  const disposition = `inline; filename="${fileName}"`;
  return respond(200, await document.render(), { ...cache, 'content-disposition': disposition });
}
