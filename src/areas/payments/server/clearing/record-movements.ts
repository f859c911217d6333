// Books the movements of a provider's balance, each once.
import { type PlatformKind, settlement } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { dayMs } from '#lib/durations.ts';
import { roundToAmount } from '#lib/money.ts';
import type { Payments } from '../context.ts';
import type { BalanceProvider, ProviderMovement, Quantity } from '../providers/provider.ts';
import * as movementStore from './movement-store.ts';
import { type Book, toLabel } from './movement-store.ts';

/** Providers may list a movement later than its time. */
const overlapMs = 3 * dayMs;
/** How long a credited deposit is asked for whose outcome is not known. */
const depositsMs = 60 * dayMs;

export type Movement = Omit<ProviderMovement, 'category'> & {
  category: ProviderMovement['category'] | 'opening';
};

/** What the money is for the books, by the category of its movement. */
const accounts: Readonly<Record<Movement['category'], PlatformKind>> = {
  opening: 'provider_other',
  charge: 'provider_clearing',
  refund: 'provider_clearing',
  dispute: 'provider_clearing',
  fee: 'provider_fees',
  payout: 'bank',
  reserve: 'provider_reserve',
  other: 'provider_other',
  unknown: 'unexplained',
};

/** Lists what the provider has since the last time and books what is new. Safe to repeat. */
export async function recordMovements(
  payments: Payments,
  book: Book,
  balance: BalanceProvider,
): Promise<{ isFirst: boolean }> {
  const { work, clock } = payments.kernel;
  const now = clock.now();
  const seen = await work.read((db) => movementStore.findSeenUntil(db, book));
  const first = seen ?? (await work.read((db) => movementStore.findFirstMoney(db, book))) ?? now;
  const since = new Date(first.getTime() - overlapMs);
  const deposits = await work.read((db) =>
    movementStore.listUnknownDeposits(db, book, new Date(now.getTime() - depositsMs)),
  );
  for await (const page of balance.listMovements(since, deposits)) {
    const ids = page.map(({ id }) => id);
    const known = await work.read((db) => movementStore.findKnown(db, book.provider, ids));
    const fresh = page.filter(({ id }) => !known.has(id));
    if (fresh.length === 0) continue;
    await work.write(async (tx) => {
      for (const one of fresh) await bookMovement(payments, tx, book, one);
    });
  }
  await work.write((tx) => movementStore.saveSeenUntil(tx, book, now));
  return { isFirst: seen === null };
}

export async function bookMovement(
  payments: Payments,
  tx: Tx,
  book: Book,
  one: Movement,
): Promise<void> {
  const { amount, fee, source } = one;
  const net = fee.currency === amount.currency ? minus(amount, fee) : amount.amount;
  const now = payments.kernel.clock.now();
  await movementStore.insertMovement(tx, {
    id: createId(now),
    provider: book.provider,
    is_test: book.isTest,
    provider_id: one.id,
    category: one.category,
    type: one.type.slice(0, 100),
    currency: amount.currency,
    amount: amount.amount,
    fee: fee.amount,
    fee_currency: fee.currency,
    net,
    source_amount: source?.amount ?? null,
    source_currency: source?.currency ?? null,
    subject: one.subject,
    payment_reference: one.paymentReference,
    description: one.description.slice(0, 500),
    occurred_at: one.at,
    available_at: one.availableAt,
    recorded_at: now,
    journal_id: await postMovement(payments, tx, book, one),
    arrives_on: one.arrivesOn,
  });
}

const minus = (amount: Quantity, fee: Quantity): string =>
  new Decimal(amount.amount).minus(fee.amount).toFixed();

/** Null for a movement of nothing, or in a currency that the ledger does not know. */
async function postMovement(
  { ledger }: Payments,
  tx: Tx,
  book: Book,
  { id, category, type, description, at, ...money }: Movement,
): Promise<string | null> {
  const { amount, fee, source } = money;
  const kind = accounts[category];
  const parts = [amount, fee, ...(source ? [source] : [])];
  if (!parts.every(({ currency }) => isCurrency(currency))) return null;
  const draft = settlement({
    balance: toLabel(book),
    // One clearing account takes what customers pay in both modes.
    other: { kind, label: kind === 'provider_clearing' ? book.provider : toLabel(book) },
    amount: toAmount(amount),
    fee: toAmount(fee),
    ...(source && { source: toAmount(source) }),
    idempotencyKey: `movement:${book.provider}:${id}`,
    reference: id,
    description: description || type,
    actor: `provider:${book.provider}`,
    effectiveAt: at,
    metadata: { movement: id, type, ...(book.isTest && { test: true }) },
  });
  return draft && (await ledger.post(tx, draft)).journalId;
}

const toAmount = ({ amount, currency }: Quantity) => roundToAmount(amount, currency);
