// With the SQL functions of migrations/0006_ledger_faster.sql, usually in one statement.
import { CompiledQuery, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { toDecimalText } from '#lib/money.ts';
import {
  isWallet,
  type JournalDraft,
  type JournalType,
  type LedgerAccountKind,
  type PostingDraft,
} from './journals.ts';

// Constant SQL: building it for each journal would cost a tenth of the posting.
const details = `$1::uuid, $2, $3::int, $4, $5, $6, $7, $8::timestamptz, $9::timestamptz,
  $10::jsonb`;
const postStatement = `select ledger_post(${details}, $14::uuid, $11::uuid, $12::uuid,
  $15::numeric, $16, $17::timestamptz, $13::boolean, $18::uuid,
  $19::text[], $20::text[], $21::text[], $22::numeric[], $23::uuid[]) as answer`;
const pairStatement = `select created_at, balance from ledger_post_pair(${details}, $11::uuid,
  $12::uuid, $13::boolean, $14, $15, $16, $17::numeric, $18::uuid)`;

export type PostResult =
  | {
      outcome: 'posted';
      created_at: string | Date;
      /** Wallet balance after each posting; null for platform accounts. */
      balances: (string | null)[];
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
  /** One per posting; only those of available wallets are stored. */
  transactionIds: readonly string[];
  reversalOf?: string;
  holdId?: string;
};

const listDetails = ({ id, now, draft }: NewJournal) => [
  id,
  draft.type,
  draft.accountId,
  draft.idempotencyKey,
  draft.reference ?? null,
  draft.description ?? '',
  draft.actor,
  draft.effectiveAt ?? now,
  now,
  JSON.stringify(draft.metadata ?? {}),
  draft.paymentId ?? null,
  draft.subscriptionId ?? null,
  draft.mayOverdraw ?? false,
];

export async function postJournal(db: Db, journal: NewJournal): Promise<PostResult> {
  const { draft, transactionIds, reversalOf = null, holdId = null } = journal;
  const pair = (reversalOf ?? holdId) ? null : findPair(draft);
  if (pair) {
    const posted = await postPair(db, journal, pair);
    if (posted) return posted;
  }
  const { postings, rate } = draft;
  const { rows } = await db.executeQuery<{ answer: PostResult }>(
    CompiledQuery.raw(postStatement, [
      ...listDetails(journal),
      reversalOf,
      rate?.rate ?? null,
      rate?.source ?? null,
      rate?.at ?? null,
      holdId,
      postings.map(({ kind }) => kind),
      postings.map(({ label }) => label ?? ''),
      postings.map(({ amount }) => amount.currency),
      postings.map(({ amount }) => toDecimalText(amount)),
      transactionIds,
    ]),
  );
  return rows[0]!.answer;
}

type Pair = { wallet: PostingDraft; other: PostingDraft };

function findPair({ postings, rate }: JournalDraft): Pair | null {
  const [wallet, other] = postings;
  const isPair =
    postings.length === 2 && wallet?.kind === 'wallet_available' && other && !isWallet(other.kind);
  return isPair && !rate ? { wallet, other } : null;
}

/** Null, with nothing written, when the pair needs the general function. */
async function postPair(db: Db, journal: NewJournal, { wallet, other }: Pair) {
  const { rows } = await db.executeQuery<{ created_at: Date | null; balance: string | null }>(
    CompiledQuery.raw(pairStatement, [
      ...listDetails(journal),
      other.kind,
      other.label ?? '',
      wallet.amount.currency,
      toDecimalText(wallet.amount),
      journal.transactionIds[0],
    ]),
  );
  const { created_at, balance } = rows[0]!;
  return created_at && { outcome: 'posted' as const, created_at, balances: [balance, null] };
}

export type JournalRow = {
  id: string;
  transaction_type: JournalType;
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

/** Whether this actor charged for a subscription. */
export async function hasCharge(db: Db, subscriptionId: string, actor: string): Promise<boolean> {
  const { rows } = await sql<{ is_charged: boolean }>`
    select exists (
      select from journal where subscription_id = ${subscriptionId}::uuid
        and actor = ${actor} and transaction_type = 'charge') as is_charged`.execute(db);
  return rows[0]!.is_charged;
}

export async function findJournalByKey(db: Db, key: string): Promise<StoredJournal | null> {
  const { rows } = await sql<JournalRow>`
    select ${journalColumns} from journal where idempotency_key = ${key}`.execute(db);
  return withPostings(db, rows[0]);
}
