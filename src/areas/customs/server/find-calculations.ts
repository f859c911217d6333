// Calculations as they are kept: one's own, those of a link, and for support anybody's.

import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CalculationWire } from '../calculation-schema.ts';
import type { Kind } from './calculate.ts';
import * as store from './calculation-store.ts';
import { pdfTarget, toHistoryRow, toStaffWire, toWire } from './calculation-wire.ts';
import type { Customs } from './customs.ts';

const isId = (id: string): boolean => /^\d{1,9}$/.test(id);

/** Throws 404 for what is not there, or no longer. */
export function present(row: store.CalculationRow | undefined): store.CalculationRow {
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

/** Throws 404, as for what is not a number. */
async function findAny(db: Db, id: string, kind?: Kind): Promise<store.CalculationRow> {
  const row = isId(id) ? await store.findCalculation(db, Number(id)) : undefined;
  return present(kind === undefined || row?.kind === kind ? row : undefined);
}

type Owner = Pick<Actor, 'accountId'>;

const isOwn = (row: store.CalculationRow, { accountId }: Owner) => row.account_id === accountId;

/** Throws 404 for somebody else's. */
export async function findOwn(
  db: Db,
  owner: Owner,
  kind: Kind,
  id: string,
): Promise<store.CalculationRow> {
  const row = await findAny(db, id, kind);
  return present(isOwn(row, owner) ? row : undefined);
}

/** Support reads anybody's, without the notes. A key acts for its owner as a customer. */
const isSupport = (actor: Actor): boolean => actor.via === 'session' && hasRole(actor, 'support');

export async function readCalculation(
  customs: Customs,
  db: Db,
  actor: Actor,
  kind: Kind,
  id: string,
): Promise<CalculationWire> {
  const row = await findAny(db, id, kind);
  if (isOwn(row, actor)) return toWire(customs, row);
  return toStaffWire(customs, present(isSupport(actor) ? row : undefined));
}

export const readAnyCalculation = async (customs: Customs, db: Db, id: string) =>
  toStaffWire(customs, await findAny(db, id));

const withoutNotes = (row: store.CalculationRow) => ({ ...row, notes: '' });

/** By a signed link, or for who may read it. Throws 404. */
export async function findForPdf(
  { urlSigner }: Customs,
  db: Db,
  actor: Actor | null,
  { kind, id, signed }: { kind: Kind; id: string; signed: SignedQuery },
): Promise<store.CalculationRow> {
  const row = await findAny(db, id, kind);
  if (urlSigner.isSigned(pdfTarget(row, { hasNotes: true }), signed)) return row;
  if (urlSigner.isSigned(pdfTarget(row, { hasNotes: false }), signed)) return withoutNotes(row);
  if (actor && isOwn(row, actor)) return row;
  return present(actor && isSupport(actor) ? withoutNotes(row) : undefined);
}

export async function listCalculations(
  customs: Customs,
  db: Db,
  filter: store.CalculationFilter,
  page: PageRequest,
) {
  const { rows, total } = await store.listCalculations(db, filter, page);
  return { results: rows.map((row) => toWire(customs, row)), total };
}

export async function listHistory(db: Db, filter: store.CalculationFilter, page: PageRequest) {
  const { rows, total } = await store.listCalculations(db, filter, page);
  return { results: rows.map((row) => ({ ...toHistoryRow(row), kind: row.kind as Kind })), total };
}

/** For whoever has the link: nothing of the owner, and no way to the original. */
export async function readShared(
  customs: Customs,
  db: Db,
  token: string,
): Promise<CalculationWire> {
  const wire = toWire(customs, present(await store.findShared(db, token)));
  return { ...wire, id: null, notes: '', pdf_url: null };
}
