import { readPlanPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import { addAmounts, toAmount, toDecimalText } from '#lib/money.ts';
import {
  graceDays,
  hasAccess,
  isLive,
  subscriptionStatusLabels,
} from '../../wire/subscriptions.constants.ts';
import type { SubscriptionWire } from '../../wire/subscriptions.ts';
import type { TariffLimits } from '../../wire/tariffs.ts';
import { readFreeTariff } from '../entitlements.ts';
import { listOwed, type OverageRow } from '../overage/overage-store.ts';
import { daysAfter, nextAttemptAt } from '../renewals/due-steps.ts';
import { changesAtRenewal, type NextCharge, readNextCharges } from '../renewals/next-charge.ts';
import { readPrice, serializeTariffMention } from '../tariffs/serialize-tariff.ts';
import { listTariffsById, type TariffRow } from '../tariffs/tariff-store.ts';
import { findTransition, isPaidCancellation } from './states/subscription-states.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import {
  readLifetimes,
  readUsages,
  type SubscriptionUsage,
} from './usage/subscription-usage-store.ts';

export const serializeSubscription = async (
  deps: Subscriptions,
  db: Db,
  row: subscriptionStore.SubscriptionRow,
): Promise<SubscriptionWire> => (await serializeSubscriptions(deps, db, [row]))[0]!;

/** With lifetime usage, which is expensive: only where the client needs it. */
export async function serializeSubscriptions(
  deps: Subscriptions,
  db: Db,
  rows: subscriptionStore.SubscriptionRow[],
): Promise<SubscriptionWire[]> {
  if (rows.length === 0) return [];
  const plans = await serializeSummaries(deps, db, rows);
  const lifetimes = await readLifetimes(db, rows, deps.kernel.clock.now());
  return plans.map((plan) => {
    const { total, lastAt } = lifetimes.get(plan.id)!;
    return { ...plan, total_requests: total, last_request_at: lastAt?.toISOString() ?? null };
  });
}

export type SubscriptionSummary = Omit<SubscriptionWire, 'total_requests' | 'last_request_at'>;

/** Subscriptions without their lifetime usage. */
export async function serializeSummaries(
  deps: Subscriptions,
  db: Db,
  rows: subscriptionStore.SubscriptionRow[],
): Promise<SubscriptionSummary[]> {
  if (rows.length === 0) return [];
  const now = deps.kernel.clock.now();
  const ids = rows.flatMap((row) => [row.tariff_id, row.pending_tariff_id ?? row.tariff_id]);
  const tariffs = new Map((await listTariffsById(db, ids)).map((one) => [one.id, one]));
  // A pending subscription has the limits of the free tariff.
  const waits = rows.some(({ status }) => status === 'pending');
  const free = waits ? await readFreeTariff(db) : undefined;
  const usages = await readUsages(db, rows, now);
  const charges = await readNextCharges(deps, db, rows, tariffs);
  const running = rows.filter(({ status }) => isLive(status));
  const owed = await listOwed(
    db,
    running.map(({ account_id }) => account_id),
  );
  const tried = await subscriptionStore.listAccountsWithTrial(
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
      ...serializeRow(row, tariffs, { now, usage: usages.get(row.id)!, limits }),
      had_trial: tried.has(row.account_id),
      overage_due: sumOwed(ofAccount),
      next_charge: serializeNextCharge(charges.get(row.id)),
      payment: payments.get(row.pending_payment_id ?? '') ?? null,
    };
  });
}

const isScheduledCancellation = ({
  status,
  cancel_at_period_end,
}: subscriptionStore.SubscriptionRow): boolean =>
  cancel_at_period_end && findTransition(status, 'reactivate') === 'same';

const toIso = (at: Date | null) => at?.toISOString() ?? null;

/** What the row itself says. */
export const serializeFacts = (row: subscriptionStore.SubscriptionRow, tariff: TariffRow) => ({
  id: row.id,
  user: row.account_id,
  tariff: serializeTariffMention(tariff),
  status: row.status,
  status_display: subscriptionStatusLabels[row.status],
  billing_period: row.billing_period,
  price: toDecimalText(toAmount(row.price, row.currency)),
  currency: row.currency,
  auto_renew: !row.cancel_at_period_end,
  cancel_at_period_end: row.cancel_at_period_end,
  cancelled_at: toIso(row.cancelled_at),
  cancel_reason: row.cancel_reason,
  starts_at: row.starts_at.toISOString(),
  current_period_start: row.current_period_start.toISOString(),
  current_period_end: row.current_period_end.toISOString(),
  expires_at: toIso(row.ended_at ?? (row.cancel_at_period_end ? row.current_period_end : null)),
  trial_ends_at: toIso(row.trial_ends_at),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

type SerializeContext = { now: Date; usage: SubscriptionUsage; limits: TariffLimits };

function serializeRow(
  row: subscriptionStore.SubscriptionRow,
  tariffs: Map<number, TariffRow>,
  { now, usage, limits }: SerializeContext,
) {
  const isLiveNow = isLive(row.status);
  const left = row.current_period_end.getTime() - now.getTime();
  const monthly = limits.requests_per_month;
  return {
    ...serializeFacts(row, tariffs.get(row.tariff_id)!),
    days_remaining: isLiveNow ? Math.max(0, Math.ceil(left / dayMs)) : 0,
    is_active: hasAccess(row.status),
    is_expired: !isLiveNow,
    can_reactivate: isScheduledCancellation(row) || isPaidCancellation(row, now),
    past_due: serializePastDue(row, tariffs),
    pending_change:
      isLiveNow || isPaidCancellation(row, now) ? serializePending(row, tariffs) : null,
    limits,
    usage: {
      requests_today: usage.today,
      requests_this_period: usage.units.request,
      percentage: monthly ? Math.round((usage.units.request / monthly) * 10_000) / 100 : null,
      units_this_period: usage.units,
      started_at: usage.month.start.toISOString(),
      resets_at: usage.month.end.toISOString(),
    },
  };
}

/** The amount due is the price of the next period's tariff. */
function serializePastDue(row: subscriptionStore.SubscriptionRow, tariffs: Map<number, TariffRow>) {
  if (!row.past_due_at) return null;
  const price = toDecimalText(toAmount(row.price, row.currency));
  return {
    since: row.past_due_at.toISOString(),
    amount: changesAtRenewal(row) ? serializePending(row, tariffs)!.price : price,
    next_attempt_at: nextAttemptAt(row)?.toISOString() ?? null,
    ends_at: daysAfter(row.past_due_at, graceDays).toISOString(),
  };
}

function serializePending(row: subscriptionStore.SubscriptionRow, tariffs: Map<number, TariffRow>) {
  if (row.pending_tariff_id === null) return null;
  const tariff = tariffs.get(row.pending_tariff_id)!;
  const billingPeriod = row.pending_billing_period!;
  return {
    tariff: serializeTariffMention(tariff),
    billing_period: billingPeriod,
    price: toDecimalText(readPrice(tariff, billingPeriod)),
    effective_at: row.pending_payment_id ? null : row.current_period_end.toISOString(),
    payment: row.pending_payment_id,
  };
}

const serializeNextCharge = (charge: NextCharge | undefined): SubscriptionWire['next_charge'] =>
  charge
    ? {
        at: charge.at.toISOString(),
        tariff: serializeTariffMention(charge.tariff),
        amount: toDecimalText(charge.amount),
        overage: toDecimalText(charge.overage),
        available: toDecimalText(charge.available),
        missing: toDecimalText(charge.missing),
        card: charge.card?.name ?? null,
      }
    : null;

/** In the currency of the oldest one: amounts in different currencies are not added. */
function sumOwed(owed: readonly OverageRow[]): SubscriptionWire['overage_due'] {
  const [oldest] = owed;
  if (!oldest) return null;
  const { currency, created_at } = oldest;
  const amounts = owed
    .filter((one) => one.currency === currency)
    .map(({ amount }) => toAmount(amount, currency));
  const amount = toDecimalText(amounts.reduce(addAmounts));
  return { amount, currency, since: created_at.toISOString() };
}
