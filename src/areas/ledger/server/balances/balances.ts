import type { Db } from '#kernel/database/database.ts';
import { type Amount, addAmounts, subtractAmounts, toAmount } from '#lib/money.ts';
import type { Balance, WalletBalance } from '../ledger.ts';
import { listAvailable, listBalances, readBalanceAt, type WalletRow } from './balance-store.ts';

export async function balances(db: Db, accountId: number): Promise<WalletBalance[]> {
  const rows = await listBalances(db, accountId);
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].map(([currency, wallets]) => {
    const spendable = wallets.find(({ kind }) => kind === 'wallet_available');
    const reserved = wallets.find(({ kind }) => kind === 'wallet_reserved');
    const read = (row: WalletRow | undefined, column: 'balance' | 'held') =>
      toAmount(row?.[column] ?? '0', currency);
    const balance = toBalance(
      read(spendable, 'balance'),
      read(reserved, 'balance'),
      read(spendable, 'held'),
    );
    return { ...balance, lastTransactionAt: spendable?.last_posted_at ?? null };
  });
}

export async function readAvailable(
  db: Db,
  accountIds: readonly number[],
): Promise<{ accountId: number; amount: Amount }[]> {
  const rows = await listAvailable(db, accountIds);
  return rows.map(({ account_id, currency, available }) => ({
    accountId: account_id,
    amount: toAmount(available, currency),
  }));
}

export async function balanceAt(
  db: Db,
  accountId: number,
  currency: string,
  at: Date,
): Promise<WalletBalance> {
  const row = await readBalanceAt(db, accountId, currency, at);
  const balance = toBalance(
    toAmount(row.available, currency),
    toAmount(row.reserved, currency),
    toAmount(row.held, currency),
  );
  return { ...balance, lastTransactionAt: row.last_posted_at };
}

const toBalance = (wallet: Amount, reserved: Amount, onHold: Amount): Balance => ({
  currency: wallet.currency,
  available: subtractAmounts(wallet, onHold),
  reserved: addAmounts(reserved, onHold),
  total: addAmounts(wallet, reserved),
});
