// Budgets of a key as columns, in the currency of the account's plan.
import type { Db } from '#kernel/database/database.ts';
import { toDecimalText } from '#lib/money.ts';
import { readPlan } from '../entitlements.ts';
import { parseCeiling } from '../spending/set-spending.ts';

export type BudgetColumns = {
  overage_budget?: string | null;
  overage_budget_currency?: string | null;
  requests_budget?: bigint | null;
};

export const hasBudget = ({ overage_budget, requests_budget }: BudgetColumns): boolean =>
  (overage_budget ?? requests_budget ?? null) !== null;

type BudgetFields = {
  overage_budget?: string | null | undefined;
  requests_budget?: number | null | undefined;
};

/** Those of the fields that are given. Throws InvalidInput. */
export async function readBudgetColumns(
  db: Db,
  accountId: number,
  { overage_budget, requests_budget }: BudgetFields,
  now: Date,
): Promise<BudgetColumns> {
  return {
    ...(overage_budget !== undefined &&
      (await readMoneyBudget(db, accountId, overage_budget, now))),
    ...(requests_budget !== undefined && {
      requests_budget: requests_budget === null ? null : BigInt(requests_budget),
    }),
  };
}

async function readMoneyBudget(db: Db, accountId: number, text: string | null, now: Date) {
  if (text === null) return { overage_budget: null, overage_budget_currency: null };
  const { tariff } = await readPlan(db, accountId, now);
  const amount = parseCeiling('overage_budget', text, tariff.currency)!;
  return { overage_budget: toDecimalText(amount), overage_budget_currency: amount.currency };
}
