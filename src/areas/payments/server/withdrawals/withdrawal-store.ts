import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Withdrawal, WithdrawalEvent } from '#kernel/database/schema.d.ts';
import { readPage } from '#kernel/http/responses/pages.ts';
import type { SealedColumn, SealedRow } from '#kernel/sealing/sealed-values.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type DestinationKind,
  openWithdrawalStatuses,
  type WithdrawalStatus,
} from '../../wire/withdrawals.constants.ts';

export type WithdrawalRow = Selectable<Withdrawal> & {
  status: WithdrawalStatus;
  destination_kind: DestinationKind;
};
export type WithdrawalEventRow = Selectable<WithdrawalEvent> & {
  status: WithdrawalStatus;
  source: 'user' | 'staff' | 'provider';
};

// Literals, not parameters: only then does a generic plan match the partial indexes.
const isOpen = sql<boolean>`status in (${sql.join(
  openWithdrawalStatuses.map((status) => sql.lit(status)),
)})`;

/** Undefined if another one to the same payment is open. */
export const insertWithdrawal = (
  db: Db,
  values: Insertable<Withdrawal>,
): Promise<WithdrawalRow | undefined> =>
  db
    .insertInto('withdrawal')
    .values(values)
    .onConflict((conflict) => conflict.column('payment_id').where(isOpen).doNothing())
    .returningAll()
    .executeTakeFirst() as Promise<WithdrawalRow | undefined>;

export const findWithdrawal = (db: Db, id: string): Promise<WithdrawalRow | undefined> =>
  db.selectFrom('withdrawal').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    WithdrawalRow | undefined
  >;

/** Locks the row until the transaction ends. */
export const lockWithdrawal = (tx: Tx, id: string): Promise<WithdrawalRow | undefined> =>
  tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<WithdrawalRow | undefined>;

/** The withdrawal that a refund pays out, locked. */
export const lockByReversal = (tx: Tx, reversalId: string): Promise<WithdrawalRow | undefined> =>
  tx
    .selectFrom('withdrawal')
    .selectAll()
    .where('reversal_id', '=', reversalId)
    .forUpdate()
    .executeTakeFirst() as Promise<WithdrawalRow | undefined>;

export const updateWithdrawal = (
  tx: Tx,
  id: string,
  values: Updateable<Withdrawal>,
): Promise<WithdrawalRow> =>
  tx
    .updateTable('withdrawal')
    .set(values)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<WithdrawalRow>;

export async function addEvent(tx: Tx, values: Insertable<WithdrawalEvent>): Promise<void> {
  await tx.insertInto('withdrawal_event').values(values).execute();
}

export const listEvents = (db: Db, ids: readonly string[]): Promise<WithdrawalEventRow[]> =>
  db
    .selectFrom('withdrawal_event')
    .selectAll()
    .where('withdrawal_id', 'in', ids)
    .orderBy('id')
    .execute() as Promise<WithdrawalEventRow[]>;

/** What test payments credited and did not take back. */
export async function sumTestMoney(db: Db, accountId: number, currency: string): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select coalesce(sum(credited_amount - amount_refunded), 0)::text as sum from payment
    where account_id = ${accountId} and currency = ${currency}
      and is_test and credited_amount is not null`.execute(db);
  return rows[0]!.sum;
}

export type WithdrawalFilter = {
  accountId?: number | undefined;
  status?: WithdrawalStatus | undefined;
  currency?: string | undefined;
};

function matchWithdrawals(db: Db, { accountId, status, currency }: WithdrawalFilter) {
  let query = db.selectFrom('withdrawal');
  if (accountId !== undefined) query = query.where('account_id', '=', accountId);
  if (status) query = query.where('status', '=', status);
  if (currency) query = query.where('currency', '=', currency);
  return query;
}

export async function listWithdrawals(db: Db, filter: WithdrawalFilter, page: PageRequest) {
  const query = matchWithdrawals(db, filter);
  const sorted = query
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .$castTo<WithdrawalRow>();
  return readPage(db, sorted, page);
}

/** Newest first, after `last`. */
export const listWithdrawalsAfter = (
  db: Db,
  filter: WithdrawalFilter,
  { last, count }: { last: WithdrawalRow | undefined; count: number },
): Promise<WithdrawalRow[]> =>
  matchWithdrawals(db, filter)
    .selectAll()
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${last?.created_at}, ${last?.id})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(count)
    .execute() as Promise<WithdrawalRow[]>;

/** Those that wait for staff, the longest first. */
export const listWaiting = (db: Db, count: number): Promise<WithdrawalRow[]> =>
  db
    .selectFrom('withdrawal')
    .selectAll()
    .where(isOpen)
    .where('status', '<>', 'paying')
    .orderBy('status_changed_at')
    .limit(count)
    .execute() as Promise<WithdrawalRow[]>;

export async function countOpen(
  db: Db,
  accountId: number,
  currency: string | null,
): Promise<number> {
  const { count } = await db
    .selectFrom('withdrawal')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('account_id', '=', accountId)
    .where(isOpen)
    .$if(currency !== null, (query) => query.where('currency', '=', currency))
    .executeTakeFirstOrThrow();
  return count;
}

export type RefundableRow = {
  id: string;
  internal_id: string;
  provider: string;
  pay_currency: string;
  paid_at: Date;
  left: string;
};

/** Payments with credited money that was not refunded, without those with an open withdrawal. */
export async function listRefundable(
  db: Db,
  filter: { accountId: number; currency: string; providers: readonly string[]; limit: number },
): Promise<RefundableRow[]> {
  const { rows } = await sql<RefundableRow>`
    select * from (
      select p.id, p.internal_id, p.provider, p.pay_currency,
        coalesce(p.completed_at, p.status_changed_at) as paid_at,
        p.credited_amount - coalesce((
          select sum(r.amount) from payment_reversal r
          where r.payment_id = p.id and r.status <> 'failed'), 0) as left
      from payment p
      where p.account_id = ${filter.accountId}::int and p.currency = ${filter.currency}
        and p.status in ('partially_paid', 'completed', 'expired')
        and p.credited_amount is not null and p.provider = any(${[...filter.providers]}::text[])
        and not exists (
          select from withdrawal w where w.payment_id = p.id and w.${isOpen})
    ) p where p.left > 0 order by paid_at desc, id desc limit ${filter.limit}`.execute(db);
  return rows;
}

/** Bank accounts and addresses of an erased account. */
export async function deleteDestinations(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('withdrawal')
    .set({ destination: null, destination_masked: '', note: '' })
    .where('account_id', '=', accountId)
    .execute();
}

type Page = Parameters<SealedColumn['listOthers']>[1];

async function listOthers(db: Db, { prefix, after, limit }: Page, lock = sql``) {
  const { rows } = await sql<SealedRow>`
    select id, destination as sealed from withdrawal
    where substring(destination from 1 for ${prefix.length}::int) <> ${prefix}::bytea
      and (${after}::uuid is null or id > ${after}::uuid)
    order by id limit ${limit} ${lock}`.execute(db);
  return rows;
}

/** For sealing the column again after the secret was replaced. */
export const sealedDestinations: Pick<
  SealedColumn,
  'countRows' | 'listOthers' | 'lockOthers' | 'save'
> = {
  async countRows(db) {
    const { rows } = await sql<{ count: number }>`
      select count(destination)::int as count from withdrawal`.execute(db);
    return rows[0]!.count;
  },
  listOthers: (db, page) => listOthers(db, page),
  lockOthers: (tx, page) => listOthers(tx, page, sql`for no key update skip locked`),
  async save(tx, rows) {
    await sql`
      update withdrawal w set destination = g.sealed from unnest(
        ${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ sealed }) => sealed)}::bytea[]
      ) as g (id, sealed) where g.id = w.id`.execute(tx);
  },
};
