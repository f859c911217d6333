// A document that is made when it is asked for, such as a PDF.
import type { IncomingHttpHeaders } from 'node:http';
import { matchesEtag } from '../content-negotiation.ts';
import { respond } from '../mount.ts';

/** `etag` depends only on the content. */
export type Document = { etag: string; fileName: string; render: () => Promise<Buffer> };

/** Renders nothing if the client already has this document. */
export async function documentResponse(
  { etag, fileName, render }: Document,
  headers: IncomingHttpHeaders,
) {
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  const disposition = `inline; filename="${fileName}"`;
  return respond(200, await render(), { ...cache, 'content-disposition': disposition });
}
