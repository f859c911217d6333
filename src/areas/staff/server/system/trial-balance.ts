import { readTrialBalanceAt } from '#areas/ledger/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { type Amount, absolute, addAmounts, isPositive, toDecimalText, zero } from '#lib/money.ts';
import type { TrialBalanceWire } from '../../wire/journals.ts';

const toSide = (balance: Amount, isCredit: boolean): Amount =>
  isPositive(balance) === isCredit ? absolute(balance) : zero(balance.currency);

export async function readTrialBalance(db: Db, at: Date): Promise<TrialBalanceWire> {
  const rows = (await readTrialBalanceAt(db, at)).map(({ balance, kind, ...row }) => ({
    ...row,
    account: kind,
    debit: toSide(balance, false),
    credit: toSide(balance, true),
  }));
  const totals = [...Map.groupBy(rows, ({ currency }) => currency)].map(([currency, of]) => {
    const sum = (side: 'debit' | 'credit') =>
      of.reduce((total, row) => addAmounts(total, row[side]), zero(currency));
    const [debit, credit] = [sum('debit'), sum('credit')];
    return {
      currency,
      debit: toDecimalText(debit),
      credit: toDecimalText(credit),
      is_balanced: debit.minor === credit.minor,
    };
  });
  return {
    at: at.toISOString(),
    results: rows.map(({ currency, account, label, accounts, debit, credit }) => ({
      currency,
      account,
      label,
      accounts,
      debit: toDecimalText(debit),
      credit: toDecimalText(credit),
    })),
    totals,
  };
}
