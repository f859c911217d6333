import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { MissedPeriod } from '#kernel/database/schema.d.ts';
import { countRows } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { MissedPeriodStatus } from '../../wire/missed-periods.constants.ts';

export type MissedPeriodRow = Selectable<MissedPeriod> & { status: MissedPeriodStatus };

export const insertMissedPeriods = (tx: Tx, rows: Insertable<MissedPeriod>[]) =>
  tx.insertInto('missed_period').values(rows).execute();

/** Locks the row until the transaction ends. */
export const lockMissedPeriod = (tx: Tx, id: string): Promise<MissedPeriodRow | undefined> =>
  tx
    .selectFrom('missed_period')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<MissedPeriodRow | undefined>;

export const updateMissedPeriod = (tx: Tx, id: string, values: Updateable<MissedPeriod>) =>
  tx.updateTable('missed_period').set(values).where('id', '=', id).execute();

export type MissedPeriodFilter = {
  status?: MissedPeriodStatus | undefined;
  user?: string | undefined;
};

/** With the names of their tariffs, the latest period first. */
export async function listMissedPeriods(
  db: Db,
  { status, user }: MissedPeriodFilter,
  page: PageRequest,
) {
  let query = db
    .selectFrom('missed_period')
    .innerJoin('tariff', 'tariff.id', 'missed_period.tariff_id');
  if (status) query = query.where('missed_period.status', '=', status);
  if (user) query = query.where('missed_period.account_id', '=', Number(user));
  const rows = await query
    .selectAll('missed_period')
    .select(['tariff.slug', 'tariff.name'])
    .orderBy('missed_period.period_start', 'desc')
    .orderBy('missed_period.id', 'desc')
    .limit(page.pageSize)
    .offset(page.offset)
    .execute();
  type Row = MissedPeriodRow & { slug: string; name: string };
  return { rows: rows as Row[], total: await countRows(db, query) };
}

/** Those neither charged nor waived: how many, since when, the oldest. Undefined without any. */
export async function findOpenMissedPeriods(
  db: Db,
): Promise<{ id: string; count: number; since: Date } | undefined> {
  const { rows } = await sql<{ id: string; count: number; since: Date }>`
    select id, created_at as since, (count(*) over ())::int as count from missed_period
    where status = 'open' order by created_at, id limit 1`.execute(db);
  return rows[0];
}
