import type { z } from 'zod';
import { findAccountByEmail, findPeople } from '#areas/accounts/server/index.ts';
import {
  type JournalFilter,
  type ListedJournal,
  listJournals,
  listJournalsAfter,
  type PlatformKind,
} from '#areas/ledger/server/index.ts';
import { searchPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { streamRows } from '#kernel/http/responses/csv-response.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import { accountIdPattern } from '#lib/account-id.ts';
import { subtractAmounts, toAmount, toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { listLedgerJournals as contract, JournalWire } from '../../wire/journals.ts';
import type { Staff } from '../staff.ts';

type Query = z.output<(typeof contract)['query']>;

/** What the words mean: each identifier has its own form. */
async function readSearch(db: Db, text: string | undefined): Promise<JournalFilter> {
  const search = text?.trim();
  if (!search) return {};
  if (isUuid(search)) return { id: search };
  if (accountIdPattern.test(search)) return { accountId: Number(search) };
  if (search.includes('@')) {
    const account = await findAccountByEmail(db, search.toLowerCase());
    return { accountId: account?.id ?? 0 };
  }
  const [payment] = await searchPayments(db, search, 1);
  return payment ? { id: payment.uuid } : { words: search };
}

/** `kind` or `kind:label`, as the contract validated it. */
function readAccount(text: string | undefined): JournalFilter['account'] {
  const [kind, label] = text?.split(':') ?? [];
  return kind === undefined ? undefined : { kind: kind as PlatformKind, label };
}

async function readFilter(db: Db, query: Query): Promise<JournalFilter> {
  const time = (text: string | undefined) => (text === undefined ? undefined : new Date(text));
  return {
    ...(await readSearch(db, query.search)),
    type: query.type,
    account: readAccount(query.account),
    currency: query.currency,
    amountMin: query.min_amount,
    amountMax: query.max_amount,
    createdAfter: time(query.created_after),
    createdBefore: time(query.created_before),
  };
}

export async function listLedgerJournals(
  staff: Staff,
  db: Db,
  query: Query,
  page: PageRequest,
): Promise<{ rows: JournalWire[]; total: RowCount }> {
  const { journals, total } = await listJournals(db, await readFilter(db, query), page);
  return { rows: await serializeJournals(staff, db, journals), total };
}

export const postingColumns = [
  'journal',
  'created_at',
  'type',
  'account',
  'label',
  'currency',
  'amount',
  'balance_after',
  'user',
  'user_email',
  'reference',
  'description',
  'actor',
  'payment',
  'subscription',
  'reversal_of',
];

/** A line for each posting of all matching journals, newest first. */
export async function* streamPostings(staff: Staff, db: Db, query: Query) {
  const filter = await readFilter(db, query);
  const journals = streamRows<ListedJournal, JournalWire>(
    (last, count) => listJournalsAfter(db, filter, { last, count }),
    (batch) => serializeJournals(staff, db, batch),
  );
  for await (const { id, user, postings, ...journal } of journals)
    for (const posting of postings)
      yield { ...journal, ...posting, journal: id, user: user?.id, user_email: user?.email };
}

async function serializeJournals(
  { kernel }: Staff,
  db: Db,
  journals: readonly ListedJournal[],
): Promise<JournalWire[]> {
  const owners = journals.flatMap(({ accountId }) => accountId ?? []);
  const people = await findPeople(db, kernel.config, owners);
  return journals.map((journal) =>
    serializeJournal(journal, people.get(journal.accountId ?? 0)?.email ?? ''),
  );
}

export const serializeJournal = (journal: ListedJournal, email: string): JournalWire => ({
  id: journal.id,
  type: journal.type,
  user: journal.accountId === null ? null : { id: journal.accountId, email },
  description: journal.description,
  reference: journal.reference,
  actor: journal.actor,
  payment: journal.paymentId,
  subscription: journal.subscriptionId,
  reversal_of: journal.reversalOf,
  idempotency_key: journal.idempotencyKey,
  effective_at: journal.effectiveAt.toISOString(),
  created_at: journal.createdAt.toISOString(),
  postings: journal.postings.map(({ kind, label, currency, ...posting }) => {
    const amount = toAmount(posting.amount, currency);
    const after = posting.balanceAfter === null ? null : toAmount(posting.balanceAfter, currency);
    return {
      account: kind,
      label,
      currency,
      amount: toDecimalText(amount),
      balance_before: after && toDecimalText(subtractAmounts(after, amount)),
      balance_after: after && toDecimalText(after),
    };
  }),
});
