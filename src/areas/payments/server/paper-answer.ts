import type { IncomingHttpHeaders } from 'node:http';
import { respond } from '#kernel/http/mount.ts';
import { matchesEtag } from '#kernel/static-negotiation.ts';
import type { Paper } from './documents.ts';

/** Nothing is rendered for who has this very paper already. */
export async function answerPaper(paper: Paper, headers: IncomingHttpHeaders) {
  const { etag, fileName } = paper;
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  const disposition = `inline; filename="${fileName}"`;
  return respond(200, await paper.render(), { ...cache, 'content-disposition': disposition });
}
