// Every difference to a provider's balance is an item with a reason, or unexplained and mailed.
import { readTrialBalanceAt } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { waitingDays } from '../../wire/clearing.constants.ts';
import type { Payments } from '../context.ts';
import { sendClearingAlert } from '../emails/clearing-alert.ts';
import type { BalanceProvider, ProviderBalance } from '../providers/provider.ts';
import { matchBankLines } from './bank/match-bank-lines.ts';
import * as clearingStore from './clearing-store.ts';
import * as movementStore from './movement-store.ts';
import { type Book, toLabel } from './movement-store.ts';
import { bookMovement, recordMovements } from './record-movements.ts';

export const clearingQueue = 'payments.check_clearing';

/** Movements that the provider makes between its list and its balance are in the next list. */
const roundsMax = 3;

/** All providers that keep money; one that fails does not stop the others. */
export async function checkAllClearing(payments: Payments): Promise<void> {
  const failures: unknown[] = [];
  for (const { name, isTest, balance } of payments.providers.offered) {
    if (!balance) continue;
    try {
      await checkClearing(payments, { provider: name, isTest }, balance);
    } catch (err) {
      payments.kernel.log.warn({ provider: name, err }, 'a provider’s balance was not compared');
      failures.push(err);
    }
  }
  if (failures.length > 0) throw failures[0];
}

export async function checkClearing(
  payments: Payments,
  book: Book,
  balance: BalanceProvider,
): Promise<void> {
  const { work, clock } = payments.kernel;
  const touchedSince = await work.read((db) => movementStore.findSeenUntil(db, book));
  const { balances, booked } = await readBoth(payments, book, balance);
  await work.write(async (tx) => {
    const now = clock.now();
    await refreshItems(payments, tx, book, touchedSince ?? new Date(0));
    await matchBankLines(tx);
    const open = await readOpen(tx, now, book);
    const items = await clearingStore.listItems(tx, book.provider);
    const checks = compare({ balances, booked, open, items, now });
    const day = now.toISOString().slice(0, 10);
    for (const check of checks)
      await clearingStore.saveCheck(tx, {
        ...check,
        provider: book.provider,
        is_test: book.isTest,
        day,
        checked_at: now,
      });
    const unexplained = checks.filter((one) => !new Decimal(one.unexplained).isZero());
    if (unexplained.length === 0) return;
    payments.kernel.log.error({ ...book, unexplained }, 'money of a provider is unexplained');
    if (await clearingStore.claimAlert(tx, book, { day, now }))
      await sendClearingAlert(payments.kernel, tx, book, unexplained);
  });
}

type Sums = ReadonlyMap<string, Decimal>;
const get = (sums: Sums, currency: string): Decimal => sums.get(currency) ?? new Decimal(0);

async function readBoth(
  payments: Payments,
  book: Book,
  balance: BalanceProvider,
): Promise<{ balances: ProviderBalance[]; booked: Sums }> {
  const { work, clock } = payments.kernel;
  for (let round = 1; ; round++) {
    const { isFirst } = await recordMovements(payments, book, balance);
    const balances = await balance.readBalance();
    if (isFirst) await bookOpening(payments, book, balances);
    const account = { kind: 'provider_balance', label: toLabel(book) };
    const owed = await work.read((db) => readAccount(db, clock.now(), account));
    const booked = new Map([...owed].map(([currency, sum]) => [currency, sum.negated()]));
    const isEqual = listCurrencies(balances, booked).every((currency) =>
      addParts(balances, currency).eq(get(booked, currency)),
    );
    if (isEqual || round >= roundsMax) return { balances, booked };
  }
}

/** What was in the balance before our first payment. */
async function bookOpening(
  payments: Payments,
  book: Book,
  balances: readonly ProviderBalance[],
): Promise<void> {
  const { work, clock } = payments.kernel;
  const at = clock.now();
  const account = { kind: 'provider_balance', label: toLabel(book) };
  const owed = await work.read((db) => readAccount(db, at, account));
  await work.write(async (tx) => {
    for (const { currency } of balances) {
      const amount = addParts(balances, currency).plus(get(owed, currency));
      if (amount.isZero()) continue;
      await bookMovement(payments, tx, book, {
        id: `opening:${toLabel(book)}:${currency}`,
        category: 'opening',
        type: 'opening',
        amount: { currency, amount: amount.toFixed() },
        fee: { currency, amount: '0' },
        source: null,
        subject: null,
        paymentReference: null,
        description: 'Balance before the first payment',
        at,
        availableAt: at,
        arrivesOn: null,
      });
    }
  });
}

const addParts = (balances: readonly ProviderBalance[], currency: string): Decimal =>
  balances
    .filter((one) => one.currency === currency)
    .reduce((sum, { available, pending }) => sum.plus(available).plus(pending), new Decimal(0));

/** By currency. */
async function readAccount(
  db: Db,
  at: Date,
  { kind, label }: { kind: string; label: string },
): Promise<Sums> {
  const all = await readTrialBalanceAt(db, at);
  return new Map(
    all
      .filter((one) => one.kind === kind && one.label === label)
      .map(({ currency, balance }) => [currency, toDecimal(balance)]),
  );
}

/** What only one side has seen, and what is of an unknown kind. */
async function readOpen(db: Db, at: Date, book: Book): Promise<Sums> {
  const clearing = await readAccount(db, at, { kind: 'provider_clearing', label: book.provider });
  const unknown = await readAccount(db, at, { kind: 'unexplained', label: toLabel(book) });
  const currencies = new Set([...clearing.keys(), ...unknown.keys()]);
  return new Map(
    [...currencies].map((currency) => [
      currency,
      get(clearing, currency).plus(get(unknown, currency)),
    ]),
  );
}

async function refreshItems(payments: Payments, tx: Tx, book: Book, since: Date): Promise<void> {
  const now = payments.kernel.clock.now();
  const { provider } = book;
  const linked = await movementStore.linkMovements(tx, provider);
  // A transaction may commit later than the time of its journal.
  const from = new Date(Math.max(0, since.getTime() - hourMs));
  const touched = await movementStore.listTouched(tx, provider, from);
  const payment = await movementStore.sumClearing(tx, provider, [
    ...new Set([...linked, ...touched]),
  ]);
  const movements = await movementStore.listUnexplained(tx, book);
  const found = [
    ...payment.map((one) => ({ ...one, movementId: null })),
    ...movements.map((one) => ({ ...one, paymentId: null })),
  ].filter(({ amount }) => !new Decimal(amount).isZero());
  const items = await clearingStore.listItems(tx, provider);
  const toKey = (one: { paymentId: string | null; movementId: string | null; currency: string }) =>
    `${one.movementId ?? one.paymentId} ${one.currency}`;
  const missing = new Map(found.map((one) => [toKey(one), one]));
  for (const item of items) {
    const key = toKey({ ...item, paymentId: item.payment_id, movementId: item.movement_id });
    const one = missing.get(key);
    missing.delete(key);
    if (!one) await clearingStore.deleteItem(tx, item.id);
    else if (!new Decimal(one.amount).eq(item.amount))
      await clearingStore.changeItem(tx, item.id, one);
  }
  for (const { paymentId, movementId, amount, currency, since: at } of missing.values())
    await clearingStore.insertItem(tx, {
      id: createId(now),
      provider,
      payment_id: paymentId,
      movement_id: movementId,
      amount,
      currency,
      since: at,
    });
}

type Comparison = {
  balances: readonly ProviderBalance[];
  booked: Sums;
  open: Sums;
  items: readonly clearingStore.Item[];
  now: Date;
};

const listCurrencies = (
  balances: readonly ProviderBalance[],
  ...sums: readonly Sums[]
): string[] => [
  ...new Set([
    ...balances.map(({ currency }) => currency),
    ...sums.flatMap((one) => [...one.keys()]),
  ]),
];

/** Without a note: what is of an unknown kind, and what is too old for a delay. */
export const isOverdue = ({ since, note, category }: clearingStore.Item, now: Date): boolean =>
  note === null &&
  (category === 'unknown' || now.getTime() - since.getTime() > waitingDays * dayMs);

/** `unexplained` adds up what differs without its sign, so that nothing hides behind another. */
function compare({ balances, booked, open, items, now }: Comparison) {
  const itemCurrencies: Sums = new Map(items.map(({ currency }) => [currency, new Decimal(0)]));
  return listCurrencies(balances, booked, open, itemCurrencies).map((currency) => {
    const own = balances.filter((one) => one.currency === currency);
    const sum = (of: 'available' | 'pending') =>
      own.reduce((total, one) => total.plus(one[of]), new Decimal(0));
    const ownItems = items.filter((one) => one.currency === currency);
    const listed = ownItems.reduce((total, { amount }) => total.plus(amount), new Decimal(0));
    const overdue = ownItems
      .filter((one) => isOverdue(one, now))
      .reduce((total, { amount }) => total.plus(new Decimal(amount).abs()), new Decimal(0));
    const difference = addParts(balances, currency).minus(get(booked, currency));
    const unlisted = get(open, currency).minus(listed);
    return {
      currency,
      available: sum('available').toFixed(),
      pending: sum('pending').toFixed(),
      booked: get(booked, currency).toFixed(),
      open: get(open, currency).toFixed(),
      unexplained: difference.abs().plus(unlisted.abs()).plus(overdue).toFixed(),
    };
  });
}
