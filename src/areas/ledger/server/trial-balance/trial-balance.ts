// The trial balance of any moment, and the closing of days that makes it fast.
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { dayMs, hourMs } from '#lib/durations.ts';
import { type Amount, toAmount } from '#lib/money.ts';
import {
  closeDay,
  countAccountsAt,
  findClosedDay,
  findFirstDay,
  listBalancesAt,
} from './closing-store.ts';

export type TrialBalance = {
  currency: string;
  kind: string;
  label: string;
  /** Ledger accounts that existed. */
  accounts: number;
  /** Above zero: credit. Those of a currency sum to zero. */
  balance: Amount;
}[];

/** A transaction may commit later than the time of its journal, but not later than this. */
const lateMsMax = hourMs;

const toDay = (at: Date): string => at.toISOString().slice(0, 10);
const dayAfter = (day: string): string => toDay(new Date(Date.parse(day) + dayMs));

/** With all postings until the moment, itself included. */
export async function readTrialBalanceAt(db: Db, at: Date): Promise<TrialBalance> {
  const closed = await findClosedDay(db, at);
  const open = closed && dayAfter(closed);
  const [balances, counts] = await Promise.all([
    listBalancesAt(db, { closed, open, at }),
    countAccountsAt(db, at),
  ]);
  const toKey = (row: { currency: string; kind: string; label: string }) =>
    `${row.currency}/${row.kind}/${row.label}`;
  const accounts = new Map(counts.map((row) => [toKey(row), Number(row.accounts)]));
  return balances.map(({ balance, ...row }) => ({
    ...row,
    accounts: accounts.get(toKey(row)) ?? 0,
    balance: toAmount(balance, row.currency),
  }));
}

/** Closes all days that take no more postings, oldest first. Repeatable. */
export async function closeDays({ work, clock }: Pick<Kernel, 'work' | 'clock'>): Promise<number> {
  const end = toDay(new Date(clock.now().getTime() - lateMsMax));
  let previous = await work.read((db) => findClosedDay(db, new Date(end)));
  let day = previous ? dayAfter(previous) : await work.read(findFirstDay);
  let closed = 0;
  for (; day && day < end; day = dayAfter(day), closed++) {
    const one = { day, previous, next: dayAfter(day) };
    await work.write((tx) => closeDay(tx, one));
    previous = day;
  }
  return closed;
}
