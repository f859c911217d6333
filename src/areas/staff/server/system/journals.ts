import type { z } from 'zod';
import { findAccountByEmail, findPeople } from '#areas/accounts/server/index.ts';
import {
  type JournalFilter,
  type ListedJournal,
  listJournals,
} from '#areas/ledger/server/index.ts';
import { searchPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import { accountIdPattern } from '#lib/account-id.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
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
  return payment ? { id: payment.uuid } : { idempotencyKey: search };
}

export async function listLedgerJournals(
  { kernel }: Staff,
  db: Db,
  query: Query,
  page: PageRequest,
): Promise<{ results: JournalWire[]; total: RowCount }> {
  const { journals, total } = await listJournals(db, await readSearch(db, query.search), page);
  const owners = journals.flatMap(({ accountId }) => accountId ?? []);
  const people = await findPeople(db, kernel.config, owners);
  const results = journals.map((journal) =>
    serializeJournal(journal, people.get(journal.accountId ?? 0)?.email ?? ''),
  );
  return { results, total };
}

const serializeJournal = (journal: ListedJournal, email: string): JournalWire => ({
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
  postings: journal.postings.map(({ kind, label, currency, amount, balanceAfter }) => ({
    account: kind,
    label,
    currency,
    amount: toDecimalText(amountOf(amount, currency)),
    balance_after: balanceAfter === null ? null : toDecimalText(amountOf(balanceAfter, currency)),
  })),
});
