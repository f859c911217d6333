// Stored calculations: the caller's own, shared ones, and for support those of any account.

import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import type { SignedQuery } from '#kernel/storage/signed-urls.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { wireKinds } from '../../wire/calculations/calculations.constants.ts';
import type { Customs } from '../customs.ts';
import * as calculationStore from './calculation-store.ts';
import {
  pdfTarget,
  serializeCalculation,
  serializeForStaff,
  serializeHistoryRow,
} from './serialize-calculation.ts';

const isId = (id: string): boolean => /^\d{1,9}$/.test(id);

/** Throws 404. */
export function requireFound(
  row: calculationStore.CalculationRow | undefined,
): calculationStore.CalculationRow {
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

/** Throws 404, also for an id that is not a number. */
async function findAnyCalculation(
  db: Db,
  id: string,
  kind?: ImportKind,
): Promise<calculationStore.CalculationRow> {
  const row = isId(id) ? await calculationStore.findCalculation(db, Number(id)) : undefined;
  return requireFound(kind === undefined || row?.kind === kind ? row : undefined);
}

type Owner = Pick<Actor, 'accountId'>;

const isOwn = (row: calculationStore.CalculationRow, { accountId }: Owner) =>
  row.account_id === accountId;

/** Throws 404, also for a calculation of another account. */
export async function findOwnCalculation(
  db: Db,
  owner: Owner,
  kind: ImportKind,
  id: string,
): Promise<calculationStore.CalculationRow> {
  const row = await findAnyCalculation(db, id, kind);
  return requireFound(isOwn(row, owner) ? row : undefined);
}

/** Support reads those of any account, without the notes. An API key never acts as staff. */
const isSupport = (actor: Actor): boolean => actor.via === 'session' && hasRole(actor, 'support');

export async function readCalculation(
  customs: Customs,
  db: Db,
  actor: Actor,
  kind: ImportKind,
  id: string,
): Promise<CalculationWire> {
  const row = await findAnyCalculation(db, id, kind);
  if (isOwn(row, actor)) return serializeCalculation(customs, row);
  return serializeForStaff(customs, requireFound(isSupport(actor) ? row : undefined));
}

export const readCalculationForStaff = async (customs: Customs, db: Db, id: string) =>
  serializeForStaff(customs, await findAnyCalculation(db, id));

const withoutNotes = (row: calculationStore.CalculationRow) => ({ ...row, notes: '' });

/** For a signed link, or an actor who can read it. Throws 404. */
export async function findForPdf(
  { urlSigner }: Customs,
  db: Db,
  actor: Actor | null,
  { kind, id, signed }: { kind: ImportKind; id: string; signed: SignedQuery },
): Promise<calculationStore.CalculationRow> {
  const row = await findAnyCalculation(db, id, kind);
  if (urlSigner.isSigned(pdfTarget(row, { hasNotes: true }), signed)) return row;
  if (urlSigner.isSigned(pdfTarget(row, { hasNotes: false }), signed)) return withoutNotes(row);
  if (actor && isOwn(row, actor)) return row;
  return requireFound(actor && isSupport(actor) ? withoutNotes(row) : undefined);
}

export async function listCalculations(
  customs: Customs,
  db: Db,
  filter: calculationStore.CalculationFilter,
  page: PageRequest,
) {
  const { rows, total } = await calculationStore.listCalculations(db, filter, page);
  return { rows: rows.map((row) => serializeCalculation(customs, row)), total };
}

export async function listHistory(
  db: Db,
  filter: calculationStore.CalculationFilter,
  page: PageRequest,
) {
  const { rows, total } = await calculationStore.listCalculations(db, filter, page);
  return {
    rows: rows.map((row) => ({ ...serializeHistoryRow(row), kind: wireKinds[row.kind] })),
    total,
  };
}

/** For anyone with the link: without notes, id and PDF. */
export async function readShared(
  customs: Customs,
  db: Db,
  token: string,
): Promise<CalculationWire> {
  const wire = serializeCalculation(
    customs,
    requireFound(await calculationStore.findCalculationByShareToken(db, token)),
  );
  return { ...wire, id: null, notes: '', pdf_url: null };
}
