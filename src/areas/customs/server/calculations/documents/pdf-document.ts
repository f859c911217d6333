// The PDF of a stored calculation. It is never recalculated.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { matchesEtag } from '#kernel/http/content-negotiation.ts';
import { respond } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import type { Customs } from '../../customs.ts';
import { findForPdf } from '../find-calculations.ts';
import { createPdfContent } from './pdf-content.ts';

export const template = new URL('./calculation.typ', import.meta.url);

/** Responds 304 without rendering if the client has this document. */
export async function respondWithPdf(
  customs: Customs,
  actor: Actor | null,
  requested: { kind: ImportKind; id: string; signed: SignedQuery },
  headers: IncomingHttpHeaders,
) {
  const { kernel } = customs;
  const row = await kernel.work.read((db) => findForPdf(customs, db, actor, requested));
  const content = createPdfContent(row, kernel.config.SITE_URL);
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const etag = `"${digest.slice(0, 24)}"`;
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  // A signed link counts as its owner's in the queue of PDF jobs.
  const caller = accountCaller(actor?.accountId ?? row.account_id);
  const bytes = await withCaller(caller, () => kernel.pdf.render(template, content));
  return respond(200, bytes, {
    ...cache,
    'content-disposition': contentDisposition(row, 'pdf'),
  });
}

/** The header that names the downloaded file. */
export const contentDisposition = (
  { kind, id }: { kind: ImportKind; id: number | null },
  extension: 'pdf' | 'csv',
): string => `attachment; filename="customs-${kind}-${id}.${extension}"`;
