// Consistency checks of the ledger. Each query lists violations of one rule, up to a limit.
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import { wrongClosings } from '../trial-balance/closing-store.ts';

export type TrialBalanceRow = {
  currency: string;
  kind: string;
  label: string;
  accounts: bigint;
  balance: string;
};

/** One row per currency and kind of account. The balances of a currency sum to zero. */
export async function readTrialBalance(db: Db): Promise<TrialBalanceRow[]> {
  const { rows } = await sql<TrialBalanceRow>`
    with sums as (
      select ledger_account_id, currency, sum(amount) as balance
      from posting group by ledger_account_id, currency
    )
    select s.currency, coalesce(a.kind, 'unknown') as kind, coalesce(a.label, '') as label,
      count(*) as accounts, sum(s.balance) as balance
    from sums s left join ledger_account a on a.id = s.ledger_account_id
    group by s.currency, a.kind, a.label order by s.currency, a.kind, a.label`.execute(db);
  return rows;
}

type Rule = { violation: string; broken: RawBuilder<{ place: string }> };

const rules: Rule[] = [
  {
    violation: 'its postings do not sum to zero',
    broken: sql`
      select 'journal ' || journal_id || ' in ' || currency as place
      from posting group by journal_id, currency having sum(amount) <> 0`,
  },
  {
    violation: 'it has no postings',
    broken: sql`
      select 'journal ' || j.id as place from journal j
      where not exists (select from posting p where p.journal_id = j.id)`,
  },
  {
    violation: 'its journal is missing',
    broken: sql`
      select 'line ' || p.line || ' of journal ' || p.journal_id as place
      from posting p where not exists (select from journal j where j.id = p.journal_id)`,
  },
  {
    violation: 'its account is unknown or has another currency',
    broken: sql`
      select 'line ' || p.line || ' of journal ' || p.journal_id as place
      from posting p left join ledger_account a on a.id = p.ledger_account_id
      where a.id is null or a.currency <> p.currency
        or (a.account_id is not null) <> (p.wallet_version is not null)`,
  },
  {
    violation: 'its balance is not the sum of its postings',
    broken: sql`
      select 'wallet ' || w.ledger_account_id as place
      from wallet_balance w left join (
        select ledger_account_id, sum(amount) as balance, count(*) as version
        from posting where wallet_version is not null group by ledger_account_id
      ) p using (ledger_account_id)
      where w.balance <> coalesce(p.balance, 0) or w.version <> coalesce(p.version, 0)`,
  },
  {
    violation: 'its running balance does not follow from the one before',
    broken: sql`
      select 'line ' || line || ' of journal ' || journal_id as place from (
        select journal_id, line, wallet_version, balance_after, amount, created_at,
          lag(balance_after, 1, 0) over wallet as before,
          lag(wallet_version, 1, 0) over wallet as version_before,
          lag(created_at) over wallet as created_before
        from posting where wallet_version is not null
        window wallet as (partition by ledger_account_id order by wallet_version)
      ) p
      where balance_after <> before + amount or wallet_version <> version_before + 1
        or created_at <= created_before`,
  },
  {
    violation: 'its held amount is not the sum of its open holds',
    broken: sql`
      select 'wallet ' || w.ledger_account_id as place
      from wallet_balance w left join (
        select ledger_account_id, sum(amount) as held
        from wallet_hold where status = 'open' group by ledger_account_id
      ) h using (ledger_account_id)
      where w.held <> coalesce(h.held, 0)`,
  },
  {
    violation: 'it is below zero and may not be',
    broken: sql`
      select 'wallet ' || w.ledger_account_id as place from wallet_balance w
      where w.balance < 0 and not exists (
        select from posting p join journal j on j.id = p.journal_id
        where p.ledger_account_id = w.ledger_account_id and p.wallet_version is not null
          and p.amount < 0 and j.may_overdraw)`,
  },
  { violation: 'it is not the sum of its postings', broken: wrongClosings },
];

export async function listBrokenRules(db: Db, limit: number): Promise<string[]> {
  const problems: string[] = [];
  for (const { violation, broken } of rules) {
    const { rows } = await sql<{ place: string }>`${broken} limit ${limit}`.execute(db);
    problems.push(...rows.map(({ place }) => `${place}: ${violation}.`));
  }
  return problems;
}

/** Wallets in debt, which is allowed. */
export async function countDebts(db: Db): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from wallet_balance where balance < 0`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** One snapshot, however long reading takes. */
export async function beginLongRead(tx: Tx): Promise<void> {
  await sql`set transaction read only`.execute(tx);
  await sql`set local statement_timeout = 0`.execute(tx);
}
