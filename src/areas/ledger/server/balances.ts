import { addAmounts, amountOf, subtractAmounts } from '#lib/money.ts';
import type { Db } from '#server/database/database.ts';
import type { Kernel } from '#server/kernel.ts';
import { listBalances, readBalanceAt, type WalletRow } from './balance-store.ts';
import type { Balance, WalletBalance } from './ledger.ts';

export async function balances(
  { database }: Pick<Kernel, 'database'>,
  accountId: number,
  db: Db = database.write,
): Promise<WalletBalance[]> {
  const rows = await listBalances(db, accountId);
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].map(([currency, wallets]) => {
    const spendable = wallets.find(({ kind }) => kind === 'wallet_available');
    const setAside = wallets.find(({ kind }) => kind === 'wallet_reserved');
    const read = (row: WalletRow | undefined, column: 'balance' | 'held') =>
      amountOf(row?.[column] ?? '0', currency);
    const balance = balanceOf(
      read(spendable, 'balance'),
      read(setAside, 'balance'),
      read(spendable, 'held'),
    );
    return { ...balance, lastTransactionAt: spendable?.last_posted_at ?? null };
  });
}

export async function balanceAt(
  { database }: Pick<Kernel, 'database'>,
  accountId: number,
  currency: string,
  at: Date,
): Promise<WalletBalance> {
  const row = await readBalanceAt(database.read, accountId, currency, at);
  const balance = balanceOf(
    amountOf(row.available, currency),
    amountOf(row.set_aside, currency),
    amountOf(row.held, currency),
  );
  return { ...balance, lastTransactionAt: row.last_posted_at };
}

type Amounts = Balance['total'];

const balanceOf = (wallet: Amounts, setAside: Amounts, held: Amounts): Balance => ({
  currency: wallet.currency,
  available: subtractAmounts(wallet, held),
  reserved: addAmounts(setAside, held),
  total: addAmounts(wallet, setAside),
});
