import type { Db } from '#kernel/database/database.ts';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { type Amount, addAmounts, isZero, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import type { SpendingState } from '../../wire/spending.constants.ts';
import type { SpendingWire } from '../../wire/spending.ts';
import {
  type AccountPlan,
  isPaidFor,
  overageOfTariff,
  readPlan,
  readTerms,
} from '../entitlements.ts';
import { owesOverage } from '../overage/overage-store.ts';
import { listAllowances } from '../usage/admission/allowances.ts';
import { readCounters } from '../usage/metering/counter-store.ts';
import {
  computeCeiling,
  computeSpent,
  type OverageTerms,
  readCap,
  type SpendingSetting,
  subtractSpent,
} from './spending-rules.ts';
import { readSetting } from './spending-store.ts';

/** What the account's overage costs this month, and what limits it. */
export type Spending = {
  plan: AccountPlan;
  setting: SpendingSetting;
  /** Null where the plan sells no overage. */
  terms: OverageTerms | null;
  quota: number | null;
  used: number;
  spent: Amount;
  cap: Amount | null;
  state: SpendingState;
};

/** The month of a suspended subscription is paused: it is the one in which it was suspended. */
export async function findSpending(
  db: Db,
  accountId: number,
  now: Date,
  changed: Partial<SpendingSetting> = {},
): Promise<Spending> {
  const plan = await readPlanAt(db, accountId, now);
  const { tariff, month } = plan;
  const setting = { ...(await readSetting(db, accountId)), ...changed };
  const price = overageOfTariff(tariff);
  const terms = price && (await readTerms(db, price, setting, plan));
  const limits = { limits: tariff.limits, periodStart: month.start, periodEnd: month.end };
  const counted = listAllowances(limits, now).find(
    ({ metric, span }) => span === 'month' && metric === (terms?.unit ?? 'request'),
  )!;
  const [used = 0] = await readCounters(db, accountId, [counted]);
  const quota = counted.limit;
  const spent = terms ? computeSpent(quota, terms, used) : zero(tariff.currency);
  const found = { plan, setting, terms, quota, used, spent, cap: readCap(setting, tariff) };
  return { ...found, state: await readState(db, accountId, now, found) };
}

async function readPlanAt(db: Db, accountId: number, now: Date): Promise<AccountPlan> {
  const plan = await readPlan(db, accountId, now);
  const pausedAt = plan.subscription?.suspended_at;
  return pausedAt ? readPlan(db, accountId, pausedAt) : plan;
}

async function readState(
  db: Db,
  accountId: number,
  now: Date,
  { plan: { subscription }, setting, terms, quota, used }: Omit<Spending, 'state'>,
): Promise<SpendingState> {
  if (!terms || quota === null) return 'not_sold';
  if (!setting.isOverageOn) return 'off';
  if ((subscription && !isPaidFor(subscription, now)) || (await owesOverage(db, accountId)))
    return 'unpaid';
  const ceiling = computeCeiling(quota, terms);
  return ceiling !== null && used >= ceiling ? 'reached' : 'open';
}

export async function readSpending(db: Db, accountId: number, now: Date): Promise<SpendingWire> {
  return serializeSpending(accountId, await findSpending(db, accountId, now));
}

function serializeSpending(accountId: number, spending: Spending): SpendingWire {
  const { plan, setting, terms, quota, used, spent, cap, state } = spending;
  const { subscription, tariff, month } = plan;
  const isMonthly = subscription?.billing_period === 'monthly';
  const fee =
    subscription && isMonthly
      ? toAmount(subscription.price, subscription.currency)
      : zero(tariff.currency);
  return {
    user: accountId,
    plan: tariff.name,
    currency: tariff.currency,
    state,
    is_overage_on: setting.isOverageOn,
    overage: terms && { unit: terms.unit as UsageMetric, price: terms.price },
    cap: setting.cap && toDecimalText(setting.cap),
    cap_currency: setting.cap?.currency ?? null,
    plan_cap:
      tariff.overage_cap === null
        ? null
        : toDecimalText(toAmount(tariff.overage_cap, tariff.currency)),
    effective_cap: cap && toDecimalText(cap),
    spent: toDecimalText(spent),
    remaining: cap && toDecimalText(subtractSpent(cap, spent)),
    percentage: cap && computePercentage(spending, cap),
    included: quota,
    used,
    fixed_fee: toDecimalText(fee),
    at_most: textOrNull(atMost(spending, fee)),
    started_at: month.start.toISOString(),
    resets_at: month.end.toISOString(),
  };
}

const textOrNull = (amount: Amount | null) => amount && toDecimalText(amount);

/** Without overage the fee alone; what is used already is owed whatever the cap is now. */
function atMost({ state, setting, cap, spent }: Spending, fee: Amount): Amount | null {
  if (state === 'not_sold') return fee;
  if (!setting.isOverageOn) return addAmounts(fee, spent);
  if (!cap) return null;
  return addAmounts(fee, cap.minor > spent.minor ? cap : spent);
}

function computePercentage({ state, spent }: Spending, cap: Amount): number {
  if (state === 'reached' || isZero(cap)) return 100;
  const share = toDecimal(spent).div(toDecimal(cap)).times(100);
  return Decimal.min(100, share).toDecimalPlaces(1, Decimal.ROUND_DOWN).toNumber();
}
