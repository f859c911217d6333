import { sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import type { WalletKind } from '../journals/journals.ts';

export type WalletRow = {
  kind: WalletKind;
  currency: string;
  balance: string;
  held: string;
  last_posted_at: Date | null;
};
export type PastBalanceRow = {
  available: string;
  reserved: string;
  held: string;
  last_posted_at: Date | null;
};

export async function listBalances(db: Db, accountId: number): Promise<WalletRow[]> {
  const { rows } = await sql<WalletRow>`
    select a.kind, a.currency, w.balance, w.held, w.last_posted_at
    from ledger_account a join wallet_balance w on w.ledger_account_id = a.id
    where a.account_id = ${accountId}::int
    order by a.currency, a.kind`.execute(db);
  return rows;
}

export type AvailableRow = { account_id: number; currency: string; available: string };

export async function listAvailable(
  db: Db,
  accountIds: readonly number[],
): Promise<AvailableRow[]> {
  const { rows } = await sql<AvailableRow>`
    select a.account_id, a.currency, w.balance - w.held as available
    from ledger_account a join wallet_balance w on w.ledger_account_id = a.id
    where a.account_id = any(${[...accountIds]}::int[]) and a.kind = 'wallet_available'`.execute(
    db,
  );
  return rows;
}

/** Whether any of the customer's wallets is below zero, as after a chargeback. */
export async function isInDebt(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ is_in_debt: boolean }>`
    select exists (
      select from ledger_account a join wallet_balance w on w.ledger_account_id = a.id
      where a.account_id = ${accountId}::int and a.kind = 'wallet_available'
        and w.balance < 0) as is_in_debt`.execute(db);
  return rows[0]!.is_in_debt;
}

/** Wallet balances at a time, and the sum of the holds open at that time. */
export async function readBalanceAt(
  db: Db,
  accountId: number,
  currency: string,
  at: Date,
): Promise<PastBalanceRow> {
  const wallet = (kind: WalletKind) => sql`(
    select id from ledger_account
    where account_id = ${accountId}::int and kind = ${kind} and currency = ${currency})`;
  const last = (column: 'balance_after' | 'created_at', kind: WalletKind) => sql`(
    select ${sql.ref(column)} from posting
    where ledger_account_id = ${wallet(kind)} and wallet_version is not null
      and created_at <= ${at}::timestamptz
    order by created_at desc limit 1)`;
  const left = (kind: WalletKind) => sql`coalesce(${last('balance_after', kind)}, 0)`;
  const { rows } = await sql<PastBalanceRow>`
    select ${left('wallet_available')} as available, ${left('wallet_reserved')} as reserved,
      ${last('created_at', 'wallet_available')} as last_posted_at,
      coalesce((
        select sum(amount) from wallet_hold
        where ledger_account_id = ${wallet('wallet_available')}
          and created_at <= ${at}::timestamptz
          and (closed_at is null or closed_at > ${at}::timestamptz)), 0) as held`.execute(db);
  return rows[0]!;
}
