// 80 and 100 % of a month's quota are told once a period and limit by mail, and shown while they hold.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { claimAlert } from './alert-store.ts';
import type { CounterRow } from './counter-store.ts';
import { sendQuotaMail } from './emails/quota-mails.ts';
import { metricWords } from './metric-words.ts';
import type { Counter, PlanStates } from './plan-states.ts';
import { type QuotaUse, readQuotaUse } from './quota-use.ts';

export const alertPercents = [100, 80] as const;
export type AlertPercent = (typeof alertPercents)[number];

/** The highest share that is reached; null below all of them or without a limit. */
export function percentReached(used: number, limit: number | null): AlertPercent | null {
  if (limit === null || limit === 0) return null;
  return alertPercents.find((percent) => used * 100 >= limit * percent) ?? null;
}

/** Mails what the counters of a flush newly reached. Returns those that could not be told. */
export async function sendAlerts(
  kernel: Kernel,
  states: PlanStates,
  rows: readonly CounterRow[],
): Promise<CounterRow[]> {
  const failed: CounterRow[] = [];
  for (const row of rows) {
    const state = states.peek(row.accountId);
    const counter = state?.counters.find((one) => isOf(one, row));
    const percent = counter && percentReached(row.used, counter.limit);
    if (!state || !percent || counter.told === percent) continue;
    const goesOn = state.entitlements.overage?.unit === row.metric;
    try {
      await sendAlert(kernel, row, counter, percent, goesOn);
      counter.told = percent;
    } catch (err) {
      failed.push(row);
      kernel.log.error({ err }, 'an alert about usage could not be sent');
    }
  }
  return failed;
}

const isOf = (counter: Counter, row: CounterRow): boolean =>
  counter.span === 'month' &&
  row.span === 'month' &&
  counter.metric === row.metric &&
  counter.startsAt.getTime() === row.startsAt.getTime();

const sendAlert = (
  { work, clock, config, mail }: Kernel,
  row: CounterRow,
  counter: Counter,
  percent: AlertPercent,
  goesOn: boolean,
) =>
  work.write(async (tx) => {
    const quota = counter.limit as number;
    if (!(await claimAlert(tx, { ...row, percent, quota, now: clock.now() }))) return;
    const account = await findAccount(tx, row.accountId);
    if (!account || account.status === 'deleted') return;
    const { used, metric } = row;
    const facts = { percent, metric, used, limit: quota, goesOn };
    await sendQuotaMail({ config, mail }, tx, { account, resetsAt: counter.endsAt, ...facts });
  });

export type UsageAlert = {
  level: 'warning' | 'error';
  code: 'quota_warning' | 'quota_exceeded';
  metric: UsageMetric;
  message: string;
  action_url: string;
};

/** What the dashboard warns of now. */
export async function usageAlertsOf(db: Db, accountId: number, now: Date): Promise<UsageAlert[]> {
  return (await readQuotaUse(db, accountId, now)).flatMap((use) => alertOf(use) ?? []);
}

const shareOf = (used: number, limit: number | null): number =>
  Math.floor((used * 100) / (limit ?? 1));

function alertOf({ metric, span, used, limit, goesOn }: QuotaUse): UsageAlert | null {
  const percent = span === 'month' ? percentReached(used, limit) : null;
  if (!percent) return null;
  const isFull = percent === 100;
  const words = metricWords[metric];
  return {
    level: isFull && !goesOn ? 'error' : 'warning',
    code: isFull ? 'quota_exceeded' : 'quota_warning',
    metric,
    message: isFull
      ? goesOn
        ? `You used all ${words} of your plan this month; more are charged each.`
        : `You used all ${words} of your plan this month.`
      : `You used ${shareOf(used, limit)} % of your plan’s ${words} this month.`,
    action_url: isFull ? '/dashboard/plan' : '/dashboard/usage',
  };
}
