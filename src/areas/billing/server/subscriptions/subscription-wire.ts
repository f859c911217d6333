// Subscriptions as they are shown.
import { readPlanPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { addAmounts, amountOf, toDecimalText } from '#lib/money.ts';
import { graceDays } from '../../plan-money.ts';
import type { SubscriptionWire } from '../../subscription-contract.ts';
import { outcomeOf } from '../../subscription-states.ts';
import { hasAccess, isLive, subscriptionStatusLabels } from '../../subscription-status.ts';
import type { TariffLimits } from '../../tariff-contract.ts';
import { readFreeTariff } from '../entitlements.ts';
import { canReturn } from './cancel-plan.ts';
import { daysAfter, nextAttemptAt } from './due-steps.ts';
import { changesAtRenewal, type NextCharge, readNextCharges } from './next-charge.ts';
import { listOwed, type OverageRow } from './overage-store.ts';
import * as store from './subscription-store.ts';
import { readLifetimes, readUsages, type SubscriptionUsage } from './subscription-usage-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { listTariffsById, type TariffRow } from './tariff-store.ts';
import { priceOf, toMention } from './tariff-wire.ts';

const dayMs = 86_400_000;

export const showSubscription = async (
  deps: Pick<Subscriptions, 'kernel' | 'ledger'>,
  db: Db,
  row: store.SubscriptionRow,
): Promise<SubscriptionWire> => (await showSubscriptions(deps, db, [row]))[0]!;

/** Reads all that was ever counted: outside transactions alone, and where somebody asks for it. */
export async function showSubscriptions(
  deps: Pick<Subscriptions, 'kernel' | 'ledger'>,
  db: Db,
  rows: store.SubscriptionRow[],
): Promise<SubscriptionWire[]> {
  if (rows.length === 0) return [];
  const plans = await showPlans(deps, db, rows);
  const lifetimes = await readLifetimes(db, rows, deps.kernel.clock.now());
  return plans.map((plan) => {
    const { total, lastAt } = lifetimes.get(plan.id)!;
    return { ...plan, total_requests: total, last_request_at: lastAt?.toISOString() ?? null };
  });
}

export type PlanWire = Omit<SubscriptionWire, 'total_requests' | 'last_request_at'>;

/** Subscriptions without the figures of their whole life. */
export async function showPlans(
  { kernel, ledger }: Pick<Subscriptions, 'kernel' | 'ledger'>,
  db: Db,
  rows: store.SubscriptionRow[],
): Promise<PlanWire[]> {
  if (rows.length === 0) return [];
  const now = kernel.clock.now();
  const ids = rows.flatMap((row) => [row.tariff_id, row.pending_tariff_id ?? row.tariff_id]);
  const tariffs = new Map((await listTariffsById(db, ids)).map((one) => [one.id, one]));
  // What waits for its payment lets nobody past the limits of the free tariff.
  const waits = rows.some(({ status }) => status === 'pending');
  const free = waits ? await readFreeTariff(db) : undefined;
  const usages = await readUsages(db, rows, now);
  const charges = await readNextCharges({ ledger }, db, rows, tariffs);
  const running = rows.filter(({ status }) => isLive(status));
  const owed = await listOwed(
    db,
    running.map(({ account_id }) => account_id),
  );
  const tried = await store.listTried(
    db,
    rows.map(({ account_id }) => account_id),
  );
  const payments = await readPlanPayments(
    db,
    rows.flatMap(({ pending_payment_id }) => pending_payment_id ?? []),
  );
  return rows.map((row) => {
    const tariff = tariffs.get(row.tariff_id)!;
    const limits = row.status === 'pending' && free ? free.limits : tariff.limits;
    const ofAccount = isLive(row.status)
      ? owed.filter(({ account_id }) => account_id === row.account_id)
      : [];
    return {
      ...toWire(row, tariffs, { now, usage: usages.get(row.id)!, limits }),
      had_trial: tried.has(row.account_id),
      overage_due: sumOwed(ofAccount),
      next_charge: chargeToWire(charges.get(row.id)),
      payment: payments.get(row.pending_payment_id ?? '') ?? null,
    };
  });
}

const canKeep = ({ status, cancel_at_period_end }: store.SubscriptionRow): boolean =>
  cancel_at_period_end && outcomeOf(status, 'reactivate') === 'same';

type Seen = { now: Date; usage: SubscriptionUsage; limits: TariffLimits };

function toWire(
  row: store.SubscriptionRow,
  tariffs: Map<number, TariffRow>,
  { now, usage, limits }: Seen,
) {
  const tariff = tariffs.get(row.tariff_id)!;
  const isOn = isLive(row.status);
  const left = row.current_period_end.getTime() - now.getTime();
  const time = (at: Date | null) => at?.toISOString() ?? null;
  const monthly = limits.requests_per_month;
  return {
    id: row.id,
    user: row.account_id,
    tariff: toMention(tariff),
    status: row.status,
    status_display: subscriptionStatusLabels[row.status],
    billing_period: row.billing_period,
    price: toDecimalText(amountOf(row.price, row.currency)),
    currency: row.currency,
    auto_renew: !row.cancel_at_period_end,
    cancel_at_period_end: row.cancel_at_period_end,
    cancelled_at: time(row.cancelled_at),
    cancel_reason: row.cancel_reason,
    starts_at: row.starts_at.toISOString(),
    current_period_start: row.current_period_start.toISOString(),
    current_period_end: row.current_period_end.toISOString(),
    expires_at: time(row.ended_at ?? (row.cancel_at_period_end ? row.current_period_end : null)),
    trial_ends_at: time(row.trial_ends_at),
    days_remaining: isOn ? Math.max(0, Math.ceil(left / dayMs)) : 0,
    is_active: hasAccess(row.status),
    is_expired: !isOn,
    can_reactivate: canKeep(row) || canReturn(row, now),
    past_due: pastDueOf(row, tariffs),
    pending_change: pendingOf(row, tariffs),
    limits,
    usage: {
      requests_today: usage.today,
      requests_this_period: usage.units.request,
      percentage: monthly ? Math.round((usage.units.request / monthly) * 10_000) / 100 : null,
      units_this_period: usage.units,
      started_at: usage.month.start.toISOString(),
      resets_at: usage.month.end.toISOString(),
    },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

/** What is due is the price of the plan that the next period begins with. */
function pastDueOf(row: store.SubscriptionRow, tariffs: Map<number, TariffRow>) {
  if (!row.past_due_at) return null;
  const price = toDecimalText(amountOf(row.price, row.currency));
  return {
    since: row.past_due_at.toISOString(),
    amount: changesAtRenewal(row) ? pendingOf(row, tariffs)!.price : price,
    next_attempt_at: nextAttemptAt(row)?.toISOString() ?? null,
    ends_at: daysAfter(row.past_due_at, graceDays).toISOString(),
  };
}

function pendingOf(row: store.SubscriptionRow, tariffs: Map<number, TariffRow>) {
  if (row.pending_tariff_id === null) return null;
  const tariff = tariffs.get(row.pending_tariff_id)!;
  const billingPeriod = row.pending_billing_period!;
  return {
    tariff: toMention(tariff),
    billing_period: billingPeriod,
    price: toDecimalText(priceOf(tariff, billingPeriod)),
    effective_at: row.pending_payment_id ? null : row.current_period_end.toISOString(),
    payment: row.pending_payment_id,
  };
}

const chargeToWire = (charge: NextCharge | undefined): SubscriptionWire['next_charge'] =>
  charge
    ? {
        at: charge.at.toISOString(),
        tariff: toMention(charge.tariff),
        amount: toDecimalText(charge.amount),
        available: toDecimalText(charge.available),
        missing: toDecimalText(charge.missing),
      }
    : null;

/** In the currency of the oldest: amounts of two are never summed. */
function sumOwed(owed: readonly OverageRow[]): SubscriptionWire['overage_due'] {
  const [oldest] = owed;
  if (!oldest) return null;
  const { currency, created_at } = oldest;
  const amounts = owed
    .filter((one) => one.currency === currency)
    .map(({ amount }) => amountOf(amount, currency));
  const amount = toDecimalText(amounts.reduce(addAmounts));
  return { amount, currency, since: created_at.toISOString() };
}
