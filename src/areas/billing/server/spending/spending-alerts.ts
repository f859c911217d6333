// At 50, 80 and 100 % of a cap or budget: an e-mail and event each, also when a flush passes several.
import type { z } from 'zod';
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { CustomerEvents } from '#kernel/events/customer-events.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { Decimal, toDecimal } from '#lib/decimal.ts';
import { formatCount } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { roundToAmount, toDecimalText } from '#lib/money.ts';
import {
  type KeyBudgetEventData,
  keyBudgetNearEvent,
  keyBudgetReachedEvent,
  spendingCapNearEvent,
  spendingCapReachedEvent,
} from '../../wire/events.ts';
import type { SpendingPercent } from '../../wire/spending.constants.ts';
import { billingTopic } from '../billing-topic.ts';
import type { PlanState, PlanStates } from '../usage/admission/plan-states.ts';
import { type AlertSubject, claimAlert } from '../usage/alerts/alert-store.ts';
import type { CounterRow, KeyCounterRow } from '../usage/metering/counter-store.ts';
import type { FlushedCounters } from '../usage/metering/flush-store.ts';
import { type SpendingMail, sendSpendingMail } from './emails/spending-mails.ts';
import { isBudgetSpent, type KeyBudget } from './key-budgets.ts';
import { computeSpent, percentOfCap, percentReached, percentsUpTo } from './spending-rules.ts';

type Alert = {
  subject: AlertSubject;
  /** The highest that is reached. */
  percent: SpendingPercent;
  /** The cap or budget, as decimal text. */
  of: string;
  mail: Pick<SpendingMail, 'what' | 'used' | 'limit'>;
  /** Of the message to open dashboards. */
  toData: (percent: SpendingPercent) => object;
  publish: (
    events: CustomerEvents,
    tx: Tx,
    at: { accountId: number; percent: SpendingPercent; resetsAt: Date },
  ) => Promise<void>;
};

/** Sends what a flush newly reached. Returns the rows whose alert failed. */
export async function sendSpendingAlerts(
  kernel: Kernel,
  states: PlanStates,
  { counters, keys }: FlushedCounters,
): Promise<FlushedCounters> {
  const failed: FlushedCounters = { counters: [], keys: [] };
  for (const row of counters)
    if (!(await sendAlerts(kernel, states, row, alertOfCap))) failed.counters.push(row);
  for (const row of keys)
    if (!(await sendAlerts(kernel, states, row, alertsOfKey))) failed.keys.push(row);
  return failed;
}

/** False if one failed. */
async function sendAlerts<Row extends { accountId: number; startsAt: Date }>(
  kernel: Kernel,
  states: PlanStates,
  row: Row,
  listAlerts: (state: PlanState, row: Row) => Alert[],
): Promise<boolean> {
  const state = states.peek(row.accountId);
  if (state?.entitlements.periodStart.getTime() !== row.startsAt.getTime()) return true;
  try {
    for (const alert of listAlerts(state, row)) {
      const sent = `${alert.percent} of ${alert.of}`;
      if (state.sentAlerts.get(alert.subject) === sent) continue;
      for (const percent of percentsUpTo(alert.percent))
        await kernel.work.write((tx) =>
          sendAlert(kernel, tx, state, row.accountId, alert, percent),
        );
      state.sentAlerts.set(alert.subject, sent);
    }
    return true;
  } catch (err) {
    kernel.log.error({ err }, 'an alert about spending could not be sent');
    return false;
  }
}

async function sendAlert(
  { clock, config, mail, live, customerEvents }: Kernel,
  tx: Tx,
  { entitlements }: PlanState,
  accountId: number,
  { subject, percent: highest, of, mail: words, toData, publish }: Alert,
  percent: SpendingPercent,
): Promise<void> {
  const { periodStart: startsAt, periodEnd: resetsAt } = entitlements;
  if (!(await claimAlert(tx, { accountId, subject, startsAt, percent, of, now: clock.now() })))
    return;
  await live.publish(tx, { topic: billingTopic, accountId, data: toData(percent) });
  await publish(customerEvents, tx, { accountId, percent, resetsAt });
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  await sendSpendingMail({ config, mail }, tx, { account, percent, highest, resetsAt, ...words });
}

function alertOfCap(state: PlanState, row: CounterRow): Alert[] {
  const { entitlements, overageCounter, ceiling } = state;
  const { overage } = entitlements;
  const isCounted = row.span === 'month' && row.metric === overageCounter?.metric;
  if (!isCounted || !overage?.cap) return [];
  const { cap } = overage;
  const spent = computeSpent(overageCounter.limit, overage, row.used);
  const percent = percentOfCap(cap, spent, { used: row.used, ceiling });
  if (!percent) return [];
  return [
    {
      subject: 'spending_cap',
      percent,
      of: toDecimal(cap).toFixed(),
      mail: { what: { kind: 'cap' }, used: formatAmount(spent), limit: formatAmount(cap) },
      toData: (reached) => ({ spending_cap: reached }),
      publish: (events, tx, { accountId, percent: reached, resetsAt }) =>
        events.publish(tx, reached === 100 ? spendingCapReachedEvent : spendingCapNearEvent, {
          accountId,
          data: () => ({
            percent: reached,
            spent: toDecimalText(spent),
            cap: toDecimalText(cap),
            currency: cap.currency,
            resets_at: resetsAt.toISOString(),
          }),
        }),
    },
  ];
}

function alertsOfKey(state: PlanState, row: KeyCounterRow): Alert[] {
  const { budgets } = state;
  const found = [...budgets].find(([, { lineageId }]) => lineageId === row.lineageId);
  if (!found) return [];
  const [id, budget] = found;
  return [alertOfMoney(state, id, budget, row), alertOfRequests(id, budget, row)].flatMap(
    (alert) => alert ?? [],
  );
}

function alertOfMoney(
  { entitlements: { overage: terms } }: PlanState,
  id: string,
  { overage, costMax, name, lineageId }: KeyBudget,
  { cost }: KeyCounterRow,
): Alert | null {
  if (!terms || !overage || costMax === null || overage.currency !== terms.currency) return null;
  const isSpent = cost > 0 && isBudgetSpent(costMax, cost, Number(terms.price));
  const percent = isSpent ? 100 : percentReached(new Decimal(cost), toDecimal(overage));
  if (!percent) return null;
  const spent = Decimal.min(cost, toDecimal(overage));
  const used = roundToAmount(spent, overage.currency, 'down');
  return {
    subject: `key_overage:${lineageId}`,
    percent,
    of: toDecimal(overage).toFixed(),
    mail: {
      what: { kind: 'key_overage', name },
      used: formatAmount(used),
      limit: formatAmount(overage),
    },
    toData: (reached) => ({ key: id, overage_budget: reached }),
    publish: publishBudget({
      key: id,
      name,
      budget: 'overage',
      used: toDecimalText(used),
      limit: toDecimalText(overage),
      currency: overage.currency,
    }),
  };
}

type BudgetData = z.output<typeof KeyBudgetEventData>;

const publishBudget =
  (data: Omit<BudgetData, 'percent' | 'resets_at'>): Alert['publish'] =>
  (events, tx, { accountId, percent, resetsAt }) =>
    events.publish(tx, percent === 100 ? keyBudgetReachedEvent : keyBudgetNearEvent, {
      accountId,
      data: () => ({ ...data, percent, resets_at: resetsAt.toISOString() }),
    });

function alertOfRequests(
  id: string,
  { requestsMax, name, lineageId }: KeyBudget,
  { requests }: KeyCounterRow,
): Alert | null {
  if (requestsMax === null) return null;
  const percent = percentReached(new Decimal(requests), new Decimal(requestsMax));
  if (!percent) return null;
  const used = Math.min(requests, requestsMax);
  return {
    subject: `key_requests:${lineageId}`,
    percent,
    of: String(requestsMax),
    mail: {
      what: { kind: 'key_requests', name },
      used: `${formatCount(used)} requests`,
      limit: `${formatCount(requestsMax)} requests`,
    },
    toData: (reached) => ({ key: id, requests_budget: reached }),
    publish: publishBudget({
      key: id,
      name,
      budget: 'requests',
      used: String(used),
      limit: String(requestsMax),
      currency: null,
    }),
  };
}
