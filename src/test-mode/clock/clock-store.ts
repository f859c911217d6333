import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { DB, TestClock, TestClockEvent, TestClockJob } from '#kernel/database/schema.d.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import type { PageRequest } from '#lib/pagination.ts';

export type ClockRow = Selectable<TestClock>;
export type ClockJobRow = Selectable<TestClockJob>;
export type ClockEventRow = Selectable<TestClockEvent>;

/** Undefined while the account's time is real. */
export const findClock = (db: Db, accountId: number): Promise<ClockRow | undefined> =>
  db.selectFrom('test_clock').selectAll().where('account_id', '=', accountId).executeTakeFirst();

/** The row, locked; it is inserted with this time if the account's time was real. */
export async function lockClock(tx: Tx, accountId: number, at: Date): Promise<ClockRow> {
  await tx
    .insertInto('test_clock')
    .values({ account_id: accountId, at, moved_from: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return tx
    .selectFrom('test_clock')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export const updateClock = (
  db: Db,
  accountId: number,
  change: Partial<Pick<ClockRow, 'at' | 'moved_from' | 'moving_to'>>,
): Promise<ClockRow | undefined> =>
  db
    .updateTable('test_clock')
    .set(change)
    .where('account_id', '=', accountId)
    .returningAll()
    .executeTakeFirst();

/** A call that changes something takes a second, so that what is done one by one has an order. */
export async function tickClock(db: Db, accountId: number): Promise<void> {
  await db
    .updateTable('test_clock')
    .set({ at: sql`at + interval '1 second'` })
    .where('account_id', '=', accountId)
    .where('moving_to', 'is', null)
    .execute();
}

const tables = ['test_clock_job', 'test_clock_event', 'test_clock'] as const;

export async function deleteClock(tx: Tx, accountId: number): Promise<void> {
  for (const table of tables)
    await tx.deleteFrom(table).where('account_id', '=', accountId).execute();
}

type NewJob = Pick<ClockJobRow, 'id' | 'account_id' | 'queue' | 'singleton_key' | 'due_at'> & {
  data: object;
};

export async function insertJob(db: Db, { data, ...job }: NewJob): Promise<void> {
  await db
    .insertInto('test_clock_job')
    .values({ ...job, data: JSON.stringify(data) })
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'queue', 'singleton_key']).doNothing(),
    )
    .execute();
}

/** The job that is due first, whenever that is. */
export const findFirstJob = (db: Db, accountId: number): Promise<ClockJobRow | undefined> =>
  db
    .selectFrom('test_clock_job')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('due_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export async function deleteJob(db: Db, id: string): Promise<void> {
  await db.deleteFrom('test_clock_job').where('id', '=', id).execute();
}

/** Another job with its key may be added from now on. */
export async function startJob(db: Db, { id, attempts }: ClockJobRow): Promise<void> {
  await db
    .updateTable('test_clock_job')
    .set({ singleton_key: id, attempts: attempts + 1 })
    .where('id', '=', id)
    .execute();
}

export async function delayJob(db: Db, id: string, due_at: Date): Promise<void> {
  await db.updateTable('test_clock_job').set({ due_at }).where('id', '=', id).execute();
}

export async function insertEvent(db: Db, event: Omit<ClockEventRow, 'id'>): Promise<void> {
  await db.insertInto('test_clock_event').values(event).execute();
}

export async function listEvents(
  db: Db,
  { accountId, after }: { accountId: number; after: Date | undefined },
  { pageSize, offset }: PageRequest,
): Promise<{ rows: ClockEventRow[]; total: RowCount }> {
  let query = db.selectFrom('test_clock_event').where('account_id', '=', accountId);
  if (after) query = query.where('occurred_at', '>', after);
  const rows = await query
    .selectAll()
    .orderBy('occurred_at')
    .orderBy('id')
    .limit(pageSize)
    .offset(offset)
    .execute();
  return { rows, total: await countRows(db, query) };
}

/** Stored times at which something may become due for the account. */
const dueColumns = {
  api_key: ['expires_at'],
  payment: ['expires_at'],
  subscription: ['current_period_end', 'past_due_at', 'pending_until'],
} as const satisfies Partial<Record<keyof DB, readonly string[]>>;

/** Of the account, those that are not a day ago yet. */
export async function listDueTimes(db: Db, accountId: number, now: Date): Promise<Date[]> {
  const times = Object.entries(dueColumns).flatMap(([table, columns]) =>
    columns.map(
      (column) => sql`select ${sql.ref(column)} as at from ${sql.table(table)}
        where account_id = ${accountId} and ${sql.ref(column)} > ${now}::timestamptz - interval '8 days'`,
    ),
  );
  const { rows } = await sql<{ at: Date }>`
    select distinct at from (${sql.join(times, sql` union all `)}) t order by at limit 20`.execute(
    db,
  );
  return rows.map(({ at }) => at);
}

/** Whose payment or card the sandbox asks for. */
export async function findPayer(db: Db, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from payment where id = ${id}
    union all select account_id from card_setup where id = ${id}`.execute(db);
  return rows[0]?.account_id;
}
