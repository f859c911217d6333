// The PDF of a kept calculation: what was computed then, never anew.
import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { respond } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import { matchesEtag } from '#kernel/static-negotiation.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import type { Kind } from './calculate.ts';
import type { Customs } from './customs.ts';
import { findForPdf } from './find-calculations.ts';
import { contentOf } from './paper-content.ts';

export const template = new URL('./documents/calculation.typ', import.meta.url);

/** Nothing is rendered for who has this very paper already. */
export async function answerCalculationPaper(
  customs: Customs,
  actor: Actor | null,
  asked: { kind: Kind; id: string; signed: SignedQuery },
  headers: IncomingHttpHeaders,
) {
  const { kernel } = customs;
  const row = await kernel.work.read((db) => findForPdf(customs, db, actor, asked));
  const content = contentOf(row, kernel.config.SITE_URL);
  const digest = createHash('sha256').update(JSON.stringify(content)).digest('base64url');
  const etag = `"${digest.slice(0, 24)}"`;
  const cache = { etag, 'cache-control': 'private, no-cache' };
  if (matchesEtag(headers['if-none-match'], etag)) return { status: 304 as const, headers: cache };
  // A signed link is its owner's: it takes the place in the queue that the owner has.
  const caller = accountCaller(actor?.accountId ?? row.account_id);
  const bytes = await withCaller(caller, () => kernel.pdf.render(template, content));
  return respond(200, bytes, {
    ...cache,
    'content-disposition': nameFile(row, 'pdf'),
  });
}

/** The header under whose name a calculation is saved. */
export const nameFile = (
  { kind, id }: { kind: string; id: number | null },
  ending: 'pdf' | 'csv',
): string =>
  `attachment; filename="customs-${kind === 'custom' ? 'goods' : 'vehicle'}-${id}.${ending}"`;
