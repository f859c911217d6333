// What is written, by the functions of migrations/0004_ledger.sql: one statement each.
import { sql } from 'kysely';
import { formatAmount } from '#lib/money.ts';
import type { Db } from '#server/database/database.ts';
import type { JournalDraft, LedgerAccountKind, TransactionType } from './journals.ts';

export type PostAnswer =
  | {
      outcome: 'posted';
      created_at: string;
      transactions: { id: string; currency: string; amount: string; balance_after: string }[];
    }
  | { outcome: 'replay' }
  | {
      outcome: 'insufficient' | 'hold_exceeded';
      currency: string;
      required: string;
      available: string;
    }
  | { outcome: 'hold_not_open'; status: 'captured' | 'released' | 'open' | null };

export type NewJournal = {
  id: string;
  now: Date;
  draft: JournalDraft;
  /** One a posting; only those of available wallets are kept. */
  transactionIds: readonly string[];
  reversalOf?: string;
  holdId?: string;
};

export async function postJournal(db: Db, journal: NewJournal): Promise<PostAnswer> {
  const { id, now, draft, transactionIds, reversalOf = null, holdId = null } = journal;
  const { postings, rate } = draft;
  const { rows } = await sql<{ answer: PostAnswer }>`
    select ledger_post(
      ${id}::uuid, ${draft.type}, ${draft.accountId}::int, ${draft.idempotencyKey},
      ${draft.reference ?? null}, ${draft.description ?? ''}, ${draft.actor},
      ${draft.effectiveAt ?? now}::timestamptz, ${now}::timestamptz,
      ${JSON.stringify(draft.metadata ?? {})}::jsonb, ${reversalOf}::uuid,
      ${draft.paymentId ?? null}::uuid, ${draft.subscriptionId ?? null}::uuid,
      ${rate?.rate ?? null}::numeric, ${rate?.source ?? null}, ${rate?.at ?? null}::timestamptz,
      ${draft.mayOverdraw ?? false}::boolean, ${holdId}::uuid,
      ${postings.map(({ kind }) => kind)}::text[],
      ${postings.map(({ label }) => label ?? '')}::text[],
      ${postings.map(({ amount }) => amount.currency)}::text[],
      ${postings.map(({ amount }) => formatAmount(amount))}::numeric[],
      ${transactionIds}::uuid[]
    ) as answer`.execute(db);
  return rows[0]!.answer;
}

export type JournalRow = {
  id: string;
  transaction_type: TransactionType;
  account_id: number | null;
  idempotency_key: string;
  reference: string | null;
  created_at: Date;
  reversal_of: string | null;
  payment_id: string | null;
  subscription_id: string | null;
  hold_id: string | null;
  rate: string | null;
};
export type PostingRow = {
  kind: LedgerAccountKind;
  label: string;
  currency: string;
  amount: string;
  balance_after: string | null;
  transaction_id: string | null;
};
export type StoredJournal = JournalRow & { postings: PostingRow[] };

const journalColumns = sql`
  id, transaction_type, account_id, idempotency_key, reference, created_at, reversal_of,
  payment_id, subscription_id, hold_id, rate`;

async function withPostings(db: Db, row: JournalRow | undefined): Promise<StoredJournal | null> {
  if (!row) return null;
  const { rows: postings } = await sql<PostingRow>`
    select a.kind, a.label, p.currency, p.amount, p.balance_after, p.transaction_id
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = ${row.id}::uuid order by p.line`.execute(db);
  return { ...row, postings };
}

export async function findJournal(db: Db, id: string): Promise<StoredJournal | null> {
  const { rows } = await sql<JournalRow>`
    select ${journalColumns} from journal where id = ${id}::uuid`.execute(db);
  return withPostings(db, rows[0]);
}

export async function findJournalByKey(db: Db, key: string): Promise<StoredJournal | null> {
  const { rows } = await sql<JournalRow>`
    select ${journalColumns} from journal where idempotency_key = ${key}`.execute(db);
  return withPostings(db, rows[0]);
}
