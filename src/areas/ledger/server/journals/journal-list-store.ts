// Journals of all customers with their postings, for staff.
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#kernel/database/database.ts';
import { countRows, type RowCount } from '#kernel/http/responses/pages.ts';
import { lowestIdAt } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { type JournalPeriod, postedIn } from './journal-period-store.ts';
import type { JournalType, LedgerAccountKind, PlatformKind } from './journals.ts';

export type JournalFilter = {
  /** Of the journal or what it reverses, of a transaction, the payment or the subscription. */
  id?: string | undefined;
  /** An idempotency key, or a reference in any case. */
  words?: string | undefined;
  accountId?: number | undefined;
  type?: JournalType | undefined;
  /** One of the platform's accounts; of all labels without one. */
  account?: { kind: PlatformKind; label?: string | undefined } | undefined;
  currency?: string | undefined;
  /** Of any posting, without its sign; decimal text. */
  amountMin?: string | undefined;
  amountMax?: string | undefined;
  /** Inclusive. */
  createdAfter?: Date | undefined;
  /** Exclusive. */
  createdBefore?: Date | undefined;
};

export type ListedPosting = {
  kind: LedgerAccountKind;
  label: string;
  currency: string;
  /** Decimal text; above zero credits the account. */
  amount: string;
  /** Of wallets only. */
  balanceAfter: string | null;
};

export type ListedJournal = {
  id: string;
  type: JournalType;
  accountId: number | null;
  description: string;
  reference: string | null;
  actor: string;
  paymentId: string | null;
  subscriptionId: string | null;
  reversalOf: string | null;
  idempotencyKey: string;
  metadata: Record<string, unknown>;
  effectiveAt: Date;
  createdAt: Date;
  postings: ListedPosting[];
};

// Each condition has an index.
const withId = (id: string) => sql<boolean>`id = any(array(
  select id from journal where id = ${id}::uuid or reversal_of = ${id}::uuid
  union select journal_id from posting where transaction_id = ${id}::uuid
  union select id from journal where payment_id = ${id}::uuid
  union select id from journal where subscription_id = ${id}::uuid))`;

const withWords = (words: string) => sql<boolean>`id = any(array(
  select id from journal where idempotency_key = ${words}
  union select id from journal
    where reference is not null and lower(reference) = lower(${words})))`;

const ofAccount = (accountId: number) => sql<boolean>`id in (
  select journal_id from posting
  where wallet_version is not null and ledger_account_id = any(array(
    select a.id from ledger_account a where a.account_id = ${accountId}::int)))`;

/** A posting that has all of it; null without a condition on postings. */
function withPosting({ account, currency, amountMin, amountMax }: JournalFilter) {
  const all: RawBuilder<unknown>[] = [];
  if (account)
    all.push(sql`wallet_version is null and ledger_account_id = any(array(
      select a.id from ledger_account a
      where a.account_id is null and a.kind = ${account.kind}
        and (${account.label ?? null}::text is null or a.label = ${account.label ?? null})))`);
  const hasAmount = amountMin !== undefined || amountMax !== undefined;
  // The index on amounts begins with the currency.
  if (currency) all.push(sql`currency = ${currency}`);
  else if (hasAmount)
    all.push(sql`currency = any(array(select distinct a.currency from ledger_account a))`);
  if (amountMin !== undefined) all.push(sql`abs(amount) >= ${amountMin}::numeric`);
  if (amountMax !== undefined) all.push(sql`abs(amount) <= ${amountMax}::numeric`);
  if (all.length === 0) return null;
  return sql<boolean>`id in (select journal_id from posting where ${sql.join(all, sql` and `)})`;
}

/** An id begins with the time of its making, which is at most a clock's difference before. */
const postedSince = (at: Date) =>
  sql<boolean>`id >= ${lowestIdAt(new Date(at.getTime() - hourMs))}::uuid
    and created_at >= ${at}::timestamptz`;
const postedBefore = (at: Date) =>
  sql<boolean>`id < ${lowestIdAt(at)}::uuid and created_at < ${at}::timestamptz`;

function matchJournals(db: Db, filter: JournalFilter) {
  const { id, words, accountId, type, createdAfter, createdBefore } = filter;
  const posting = withPosting(filter);
  let query = db.selectFrom('journal');
  if (id !== undefined) query = query.where(withId(id));
  if (words !== undefined) query = query.where(withWords(words));
  if (accountId !== undefined) query = query.where(ofAccount(accountId));
  if (type) query = query.where('transaction_type', '=', type);
  if (posting) query = query.where(posting);
  if (createdAfter) query = query.where(postedSince(createdAfter));
  if (createdBefore) query = query.where(postedBefore(createdBefore));
  return query;
}

type Row = Awaited<ReturnType<typeof readRows>>[number];
const readRows = (query: ReturnType<typeof matchJournals>, limit: number, offset = 0) =>
  query.selectAll().orderBy('id', 'desc').limit(limit).offset(offset).execute();

/** Newest first. Ids grow with time, so their index gives the order. */
export async function listJournals(
  db: Db,
  filter: JournalFilter,
  { pageSize, offset }: PageRequest,
): Promise<{ journals: ListedJournal[]; total: RowCount }> {
  const query = matchJournals(db, filter);
  const rows = await readRows(query, pageSize, offset);
  return { journals: await withPostings(db, rows), total: await countRows(db, query) };
}

/** The next ones after `last`, newest first. */
export async function listJournalsAfter(
  db: Db,
  filter: JournalFilter,
  { last, count }: { last: ListedJournal | undefined; count: number },
): Promise<ListedJournal[]> {
  const query = matchJournals(db, filter);
  return withPostings(db, await readRows(last ? query.where('id', '<', last.id) : query, count));
}

/** Of a period, the oldest first: for files that are streamed. */
export async function listJournalsOfPeriod(
  db: Db,
  period: JournalPeriod,
  count: number,
): Promise<ListedJournal[]> {
  const rows = await db
    .selectFrom('journal as j')
    .selectAll('j')
    .where(postedIn(period))
    .orderBy('j.id')
    .limit(count)
    .execute();
  return withPostings(db, rows);
}

async function withPostings(db: Db, rows: readonly Row[]): Promise<ListedJournal[]> {
  const postings = await listPostings(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    id: row.id,
    type: row.transaction_type as JournalType,
    accountId: row.account_id,
    description: row.description,
    reference: row.reference,
    actor: row.actor,
    paymentId: row.payment_id,
    subscriptionId: row.subscription_id,
    reversalOf: row.reversal_of,
    idempotencyKey: row.idempotency_key,
    metadata: row.metadata as Record<string, unknown>,
    effectiveAt: row.effective_at,
    createdAt: row.created_at,
    postings: postings.get(row.id) ?? [],
  }));
}

async function listPostings(
  db: Db,
  journals: readonly string[],
): Promise<ReadonlyMap<string, ListedPosting[]>> {
  const { rows } = await sql<
    Omit<ListedPosting, 'balanceAfter'> & { journal_id: string; balance_after: string | null }
  >`select p.journal_id, a.kind, a.label, p.currency, p.amount, p.balance_after
    from posting p join ledger_account a on a.id = p.ledger_account_id
    where p.journal_id = any(${[...journals]}::uuid[])
    order by p.journal_id, p.line`.execute(db);
  const byJournal = Map.groupBy(rows, ({ journal_id }) => journal_id);
  return new Map(
    [...byJournal].map(([id, of]) => [
      id,
      of.map(({ journal_id: _, balance_after, ...posting }) => ({
        ...posting,
        balanceAfter: balance_after,
      })),
    ]),
  );
}

export type JournalRecord = ListedJournal & {
  reversedBy: string | null;
  rate: { rate: string; source: string; at: Date } | null;
  /** Its place in the chain of hashes; null until the next seal. */
  seal: { position: bigint; hash: Buffer; sealedAt: Date } | null;
};

export async function readJournal(db: Db, id: string): Promise<JournalRecord | null> {
  const row = await db.selectFrom('journal').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return null;
  const [[journal], reversal, seal] = await Promise.all([
    withPostings(db, [row]),
    db.selectFrom('journal').select('id').where('reversal_of', '=', id).executeTakeFirst(),
    db.selectFrom('journal_seal').selectAll().where('journal_id', '=', id).executeTakeFirst(),
  ]);
  const { rate, rate_source: source, rate_at: at } = row;
  return {
    ...journal!,
    reversedBy: reversal?.id ?? null,
    rate: rate && source && at ? { rate, source, at } : null,
    seal: seal
      ? { position: BigInt(seal.position), hash: seal.hash, sealedAt: seal.sealed_at }
      : null,
  };
}
