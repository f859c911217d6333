import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { CustomsRecalculation } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CalculationInput } from '../../wire/calculations/calculation-inputs.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import type { RecalculationWire } from '../../wire/calculations/recalculations.ts';

export type WatchedRow = {
  id: number;
  account_id: number;
  kind: ImportKind;
  title: string;
  inputs: CalculationInput;
  result: ResultWire;
  recalculated_at: Date | null;
};
type Status = RecalculationWire['status_after'];
export type RecalculationRow = Omit<
  Selectable<CustomsRecalculation>,
  'status_before' | 'status_after' | 'result'
> & { status_before: Status; status_after: Status; result: ResultWire | null };

/** Watched calculations that a new version may change. */
export type WatchedFilter = { kind?: ImportKind; countries?: readonly string[] };

const watchedColumns = [
  ...(['id', 'account_id', 'kind', 'title', 'inputs', 'result', 'recalculated_at'] as const),
] as const;

export async function listWatched(
  db: Db,
  { kind, countries }: WatchedFilter,
  afterId: number,
  count: number,
): Promise<WatchedRow[]> {
  let query = db
    .selectFrom('customs_calculation')
    .select(watchedColumns)
    .where('is_watched', '=', true)
    .where('is_saved', '=', true)
    .where('id', '>', afterId);
  if (kind) query = query.where('kind', '=', kind);
  if (countries) query = query.where('destination_country', 'in', countries);
  const rows = await query.orderBy('id').limit(count).execute();
  return rows as unknown as WatchedRow[];
}

/** Undefined if it is deleted, or not watched any more. */
export const lockWatched = async (tx: Tx, id: number): Promise<WatchedRow | undefined> =>
  (await tx
    .selectFrom('customs_calculation')
    .select(watchedColumns)
    .where('id', '=', id)
    .where('is_watched', '=', true)
    .forUpdate()
    .executeTakeFirst()) as unknown as WatchedRow | undefined;

/** The newest difference from the result that is stored now. */
export const findLastRecalculation = async (
  db: Db,
  { id, recalculated_at: since }: Pick<WatchedRow, 'id' | 'recalculated_at'>,
): Promise<RecalculationRow | undefined> =>
  (await db
    .selectFrom('customs_recalculation')
    .selectAll()
    .where('calculation_id', '=', id)
    .$if(since !== null, (query) => query.where('created_at', '>', since!))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) as RecalculationRow | undefined;

/** Only the newest keeps its result, because the next one is compared with it. */
export async function insertRecalculation(
  tx: Tx,
  row: Omit<Insertable<CustomsRecalculation>, 'result'> & { result: ResultWire | null },
): Promise<void> {
  await tx
    .updateTable('customs_recalculation')
    .set({ result: null })
    .where('calculation_id', '=', row.calculation_id)
    .where('result', 'is not', null)
    .execute();
  await tx
    .insertInto('customs_recalculation')
    .values({ ...row, result: row.result && JSON.stringify(row.result) })
    .execute();
}

export async function listRecalculations(db: Db, calculationId: number, page: PageRequest) {
  const query = db.selectFrom('customs_recalculation').where('calculation_id', '=', calculationId);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<RecalculationRow>();
  return readPage(db, sorted, page);
}

/** Accounts with differences that no e-mail told, and without an e-mail after `mailedBefore`. */
export async function listAccountsToMail(
  db: Db,
  { createdAfter, mailedBefore }: { createdAfter: Date; mailedBefore: Date },
): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select distinct account_id from customs_recalculation due
    where mailed_at is null and created_at >= ${createdAfter} and not exists (
      select from customs_recalculation told
      where told.account_id = due.account_id and told.mailed_at > ${mailedBefore}
    )
    order by account_id`.execute(db);
  return rows.map((row) => row.account_id);
}

export type UnmailedRow = {
  calculation_id: number;
  kind: ImportKind;
  title: string;
  inputs: CalculationInput;
  reason: string;
};

/** Marks the differences of an account as told. Returns the newest of each watched calculation. */
export async function claimUnmailed(
  tx: Tx,
  accountId: number,
  { createdAfter, now }: { createdAfter: Date; now: Date },
): Promise<UnmailedRow[]> {
  const { rows } = await sql<UnmailedRow>`
    with told as (
      update customs_recalculation set mailed_at = ${now}
      where account_id = ${accountId} and mailed_at is null
      returning id, calculation_id, reason, created_at
    )
    select distinct on (c.id) c.id as calculation_id, c.kind, c.title, c.inputs, told.reason
    from told join customs_calculation c on c.id = told.calculation_id
    where c.is_watched and told.created_at >= ${createdAfter}
      and (c.recalculated_at is null or told.created_at > c.recalculated_at)
    order by c.id, told.created_at desc, told.id desc`.execute(tx);
  return rows;
}

export async function purgeRecalculations(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('customs_recalculation').where('created_at', '<', before).execute();
}
