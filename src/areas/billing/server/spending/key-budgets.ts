// Budgets of an account's API keys in the memory of a process: what the database counted for all
// processes, and what this one has yet to store.
import { readExponent } from '#lib/currencies.ts';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import type { Amount } from '#lib/money.ts';
import type { OverageTerms } from './spending-rules.ts';
import { type KeyBudgetRow, readMoneyBudget } from './spending-store.ts';

type Use = { requests: number; cost: number };

/** Shared by the keys of a chain of rotations. */
export type KeyBudget = {
  lineageId: string;
  name: string;
  overage: Amount | null;
  /** In whole units of the currency; null without a budget of money. */
  costMax: number | null;
  requestsMax: number | null;
  stored: Use;
  pending: Use;
};

/** By the id of each key. */
export type KeyBudgets = ReadonlyMap<string, KeyBudget>;

export const noBudgets: KeyBudgets = new Map();

/** Sums of prices far below a cent have rounding errors below this. */
const tolerance = 1e-9;

/** A flush may have completed since the rows were read: its values are newer. */
export function readBudgets(
  rows: readonly KeyBudgetRow[],
  before: KeyBudgets,
  isSameMonth: boolean,
): KeyBudgets {
  if (rows.length === 0) return noBudgets;
  const byLineage = new Map<string, KeyBudget>();
  const budgets = new Map<string, KeyBudget>();
  for (const row of rows) {
    const known = isSameMonth ? before.get(row.id) : undefined;
    const budget = byLineage.get(row.lineage_id) ?? createBudget(row, known);
    byLineage.set(row.lineage_id, budget);
    budgets.set(row.id, budget);
  }
  return budgets;
}

function createBudget(row: KeyBudgetRow, known: KeyBudget | undefined): KeyBudget {
  const overage = readMoneyBudget(row);
  return {
    lineageId: row.lineage_id,
    name: row.name,
    overage,
    costMax: overage && toDecimal(overage).toNumber(),
    requestsMax: row.requests_budget === null ? null : Number(row.requests_budget),
    stored: {
      requests: Math.max(Number(row.requests ?? 0), known?.stored.requests ?? 0),
      cost: Math.max(Number(row.cost ?? 0), known?.stored.cost ?? 0),
    },
    // The same object: calls in flight settle on it.
    pending: known?.pending ?? { requests: 0, cost: 0 },
  };
}

export const countKeyRequests = ({ stored, pending }: KeyBudget): number =>
  stored.requests + pending.requests;
export const costOfKey = ({ stored, pending }: KeyBudget): number => stored.cost + pending.cost;

/** Never below zero: a flush may settle what was counted before the budget was set. */
export function addToKey({ pending }: KeyBudget, { requests, cost }: Use): void {
  pending.requests = Math.max(0, pending.requests + requests);
  pending.cost = Math.max(0, pending.cost + cost);
}

/** A call of a key: units over the quota, and whether further ones would be over it as well. */
export type BudgetedCall = { overageUnits: number; isOverage: boolean };

/** Which budget does not allow the call. */
export function findExhaustedBudget(
  budget: KeyBudget,
  terms: OverageTerms | null,
  { overageUnits, isOverage }: BudgetedCall,
): 'requests' | 'overage' | null {
  const { requestsMax, costMax, overage } = budget;
  if (requestsMax !== null && countKeyRequests(budget) + 1 > requestsMax) return 'requests';
  if (costMax === null || !isOverage || !terms) return null;
  if (overage?.currency !== terms.currency) return 'overage';
  const cost = costOfKey(budget);
  // Units that are not known yet cost nothing here, so what is used up is checked as well.
  const isFull =
    isBudgetSpent(costMax, cost, overageUnits * Number(terms.price)) || cost > costMax - tolerance;
  return isFull ? 'overage' : null;
}

/** Whether the rest of the budget does not pay for a unit of this price. */
export const isBudgetSpent = (costMax: number, cost: number, price: number): boolean =>
  cost + price > costMax + tolerance;

/** Decimal text in the currency's decimals, for headers; never negative. */
export function moneyLeft(budget: KeyBudget): string {
  const { overage, costMax } = budget;
  if (!overage || costMax === null) return '0';
  const left = new Decimal(Math.max(0, costMax - costOfKey(budget)));
  return left.toFixed(readExponent(overage.currency), Decimal.ROUND_DOWN);
}
