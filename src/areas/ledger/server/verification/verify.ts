// The database enforces most rules at every write; this finds what bypassed them.

import type { Kernel } from '#kernel/kernel.ts';
import { Decimal } from '#lib/decimal.ts';
import { hourMs } from '#lib/durations.ts';
import { toExactText } from '#lib/money.ts';
import { checkChain, sealJournals } from './seal.ts';
import { countUnsealed } from './seal-store.ts';
import {
  beginLongRead,
  countDebts,
  listBrokenRules,
  readTrialBalance,
  type TrialBalanceRow,
} from './verify-store.ts';

export type LedgerReport = {
  isSound: boolean;
  /** One sentence per problem, at most 100 per rule. */
  problems: string[];
  trialBalance: { currency: string; kind: string; label: string; accounts: number; sum: string }[];
  /** Number of sealed journals and the last hash: keep a copy outside the database. */
  sealed: number;
  head: string;
  /** Wallets that are allowed to be below zero. */
  debts: number;
};

const problemsMax = 100;

export async function verifyLedger(
  deps: Pick<Kernel, 'work' | 'clock' | 'log'>,
): Promise<LedgerReport> {
  await sealJournals(deps);
  return deps.work.write(
    async (tx) => {
      await beginLongRead(tx);
      const rows = await readTrialBalance(tx);
      const broken = await listBrokenRules(tx, problemsMax);
      const chain = await checkChain(tx, problemsMax);
      // Everything since the last seal is sealed now: an older journal lost its seal, or its
      // transaction took over an hour. Newer ones may have been posted in the meantime.
      const unsealed = await countUnsealed(tx, new Date(deps.clock.now().getTime() - hourMs));
      const problems = [
        ...unbalanced(rows),
        ...broken,
        ...chain.problems,
        ...(unsealed > 0 ? [`${unsealed} journals older than an hour have no seal.`] : []),
      ];
      return {
        isSound: problems.length === 0,
        problems,
        trialBalance: rows.map(({ balance, accounts, ...row }) => ({
          ...row,
          accounts: Number(accounts),
          sum: toExactText(balance, row.currency),
        })),
        sealed: chain.sealed,
        head: chain.head,
        debts: await countDebts(tx),
      };
    },
    { isolationLevel: 'repeatable read' },
  );
}

function unbalanced(rows: readonly TrialBalanceRow[]): string[] {
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency);
  return [...byCurrency].flatMap(([currency, own]) => {
    const sum = own.reduce((total, { balance }) => total.plus(balance), new Decimal(0));
    const text = toExactText(sum.toFixed(), currency);
    return sum.isZero() ? [] : [`The trial balance in ${currency} is ${text}, not zero.`];
  });
}
