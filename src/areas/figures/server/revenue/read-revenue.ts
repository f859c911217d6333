import type { Db } from '#kernel/database/database.ts';
import { toDecimal } from '#lib/decimal.ts';
import {
  type Amount,
  addAmounts,
  roundToAmount,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import { type MovementKind, movementKinds } from '../../wire/figures.constants.ts';
import type { RevenueMonthWire, RevenueWire } from '../../wire/revenue.ts';
import { type FigurePeriod, monthFacts } from '../period.ts';
import { countTestAccounts } from '../test-account-store.ts';
import {
  type ChargeSum,
  listChargeSums,
  listMovementSums,
  listPlanCurrencies,
  type MovementSum,
} from './movement-store.ts';

/** What one account more or less pays: the others change what a paying account pays. */
const payingChanges: Record<MovementKind, number> = {
  new: 1,
  reactivation: 1,
  expansion: 0,
  contraction: 0,
  churn: -1,
};

/** How many accounts more pay after these movements. */
export const payingChange = (sums: readonly MovementSum[]): number =>
  sums.reduce((total, { kind, count }) => total + payingChanges[kind] * count, 0);

export const sumMovements = (sums: readonly MovementSum[], currency: string): Amount =>
  sums.reduce((total, { amount }) => addAmounts(total, toAmount(amount, currency)), zero(currency));

/** Each month starts with the MRR of the month before and ends with what moved it. */
export async function readRevenue(
  db: Db,
  currency: string,
  period: FigurePeriod,
): Promise<RevenueWire> {
  const [sums, charges, currencies, test_accounts] = await Promise.all([
    listMovementSums(db, currency, period.until),
    listChargeSums(db, currency, period),
    listPlanCurrencies(db),
    countTestAccounts(db),
  ]);
  const before = sums.filter(({ month }) => month < period.months[0]!);
  let mrr = sumMovements(before, currency);
  let paying = payingChange(before);
  const results = period.months.map((month) => {
    const ofMonth = sums.filter((sum) => sum.month === month);
    const mrrBefore = mrr;
    mrr = addAmounts(mrr, sumMovements(ofMonth, currency));
    paying += payingChange(ofMonth);
    return {
      ...monthFacts(month, period.current),
      mrr_before: toDecimalText(mrrBefore),
      ...serializeMovements(ofMonth, currency),
      mrr: toDecimalText(mrr),
      paying,
      arpu: paying === 0 ? null : toDecimalText(computeMean(mrr, paying)),
      ...serializeCharges(
        charges.find((sum) => sum.month === month),
        currency,
      ),
    };
  });
  return { currency, currencies, test_accounts, results };
}

const computeMean = (sum: Amount, count: number): Amount =>
  roundToAmount(toDecimal(sum).div(count), sum.currency);

/** Contraction and churn without their sign. */
function serializeMovements(
  sums: readonly MovementSum[],
  currency: string,
): Record<MovementKind, string> {
  const amountOfKind = (kind: MovementKind) => {
    const { minor } = sumMovements(
      sums.filter((sum) => sum.kind === kind),
      currency,
    );
    return toDecimalText({ currency, minor: minor < 0n ? -minor : minor });
  };
  return Object.fromEntries(movementKinds.map((kind) => [kind, amountOfKind(kind)])) as Record<
    MovementKind,
    string
  >;
}

const serializeCharges = (
  sum: ChargeSum | undefined,
  currency: string,
): Pick<RevenueMonthWire, 'plans_charged' | 'overage_charged' | 'kept_by_providers'> => ({
  plans_charged: toDecimalText(toAmount(sum?.plans ?? '0', currency)),
  overage_charged: toDecimalText(toAmount(sum?.overage ?? '0', currency)),
  kept_by_providers: toDecimalText(toAmount(sum?.providers ?? '0', currency)),
});
