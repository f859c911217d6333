// Warnings at 80 and 100 % of a monthly quota: an e-mail per period, and one on the dashboard.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { metricLabels } from '#lib/metric-labels.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { quotaNearEvent, quotaReachedEvent } from '../../../wire/events.ts';
import type { Counter, PlanState, PlanStates } from '../admission/plan-states.ts';
import type { CounterRow } from '../metering/counter-store.ts';
import { claimAlert } from './alert-store.ts';
import { type OverageUse, sendQuotaMail } from './emails/quota-mails.ts';
import { type QuotaUse, readQuotaUse } from './quota-use.ts';

export const alertPercents = [100, 80] as const;
export type AlertPercent = (typeof alertPercents)[number];

/** The highest percentage that is reached; null if none, or without a limit. */
export function percentReached(used: number, limit: number | null): AlertPercent | null {
  if (limit === null || limit === 0) return null;
  return alertPercents.find((percent) => used * 100 >= limit * percent) ?? null;
}

/** E-mails what the counters of a flush newly reached. Returns those whose e-mail failed. */
export async function sendAlerts(
  kernel: Kernel,
  states: PlanStates,
  rows: readonly CounterRow[],
): Promise<CounterRow[]> {
  const failed: CounterRow[] = [];
  for (const row of rows) {
    const state = states.peek(row.accountId);
    const counter = state?.counters.find((one) => isSameCounter(one, row));
    const percent = counter && percentReached(row.used, counter.limit);
    if (!state || !percent || counter.notifiedPercent === percent) continue;
    try {
      await sendAlert(kernel, row, counter, percent, readOverageUse(state, row));
      counter.notifiedPercent = percent;
    } catch (err) {
      failed.push(row);
      kernel.log.error({ err }, 'an alert about usage could not be sent');
    }
  }
  return failed;
}

function readOverageUse(
  { entitlements, ceiling }: PlanState,
  { metric, used }: CounterRow,
): OverageUse {
  if (entitlements.overage?.unit !== metric) return 'refused';
  return ceiling !== null && used >= ceiling ? 'capped' : 'charged';
}

const isSameCounter = (counter: Counter, row: CounterRow): boolean =>
  counter.span === 'month' &&
  row.span === 'month' &&
  counter.metric === row.metric &&
  counter.startsAt.getTime() === row.startsAt.getTime();

const sendAlert = (
  { work, clock, config, mail, customerEvents }: Kernel,
  row: CounterRow,
  counter: Counter,
  percent: AlertPercent,
  overage: OverageUse,
) =>
  work.write(async (tx) => {
    const quota = counter.limit as number;
    const { accountId, metric: subject, startsAt } = row;
    const of = String(quota);
    if (!(await claimAlert(tx, { accountId, subject, startsAt, percent, of, now: clock.now() })))
      return;
    const account = await findAccount(tx, row.accountId);
    if (!account || account.status === 'deleted') return;
    const { used, metric } = row;
    const facts = { percent, metric, used, limit: quota, overage };
    await sendQuotaMail({ config, mail }, tx, { account, resetsAt: counter.endsAt, ...facts });
    await customerEvents.publish(tx, percent === 100 ? quotaReachedEvent : quotaNearEvent, {
      accountId: row.accountId,
      data: () => ({
        metric,
        percent,
        used,
        limit: quota,
        allows_overage: overage === 'charged',
        resets_at: counter.endsAt.toISOString(),
      }),
    });
  });

export type UsageAlert = {
  level: 'warning' | 'error';
  code: 'quota_warning' | 'quota_exceeded';
  metric: UsageMetric;
  message: string;
  action_url: string;
};

/** The current warnings, for the dashboard. */
export async function readUsageAlerts(db: Db, accountId: number, now: Date): Promise<UsageAlert[]> {
  return (await readQuotaUse(db, accountId, now)).flatMap((use) => chooseAlert(use) ?? []);
}

const computeShare = (used: number, limit: number | null): number =>
  Math.floor((used * 100) / (limit ?? 1));

/** A reached cap has an alert of its own, which says what happens to further calls. */
function chooseAlert(use: QuotaUse): UsageAlert | null {
  const { metric, span, used, limit, allowsOverage, isCapReached } = use;
  const percent = span === 'month' && !isCapReached ? percentReached(used, limit) : null;
  if (!percent) return null;
  const isFull = percent === 100;
  const label = metricLabels[metric];
  return {
    level: isFull && !allowsOverage ? 'error' : 'warning',
    code: isFull ? 'quota_exceeded' : 'quota_warning',
    metric,
    message: isFull
      ? allowsOverage
        ? `You used all ${label} of your plan this month; further ones are charged per unit.`
        : `You used all ${label} of your plan this month.`
      : `You used ${computeShare(used, limit)} % of your plan’s ${label} this month.`,
    action_url: isFull ? '/dashboard/plan' : '/dashboard/usage',
  };
}
