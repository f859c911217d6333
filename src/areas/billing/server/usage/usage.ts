// Assembles metering: the two ports, their shared state, and its lifecycle.

import type { Kernel } from '#kernel/kernel.ts';
import type { Meter, Quota } from '#kernel/ports.ts';
import { hourMs } from '#lib/durations.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { billingTopic } from '../billing-topic.ts';
import { readEntitlements } from '../entitlements.ts';
import { sendSpendingAlerts } from '../spending/spending-alerts.ts';
import { spans, windowAt } from './admission/allowances.ts';
import { createPlanStates, type PlanStates } from './admission/plan-states.ts';
import { createQuota } from './admission/quota.ts';
import { sendAlerts } from './alerts/alerts.ts';
import type { CounterKey, CounterRow } from './metering/counter-store.ts';
import { createFlusher } from './metering/flush.ts';
import type { FirstUse, Flushed, FlushedCounters, StoredEvent } from './metering/flush-store.ts';
import { createMeter } from './metering/meter.ts';
import type { UsageEvent } from './metering/usage-events.ts';

export type Usage = {
  kernel: Kernel;
  quota: Quota;
  meter: Meter;
  /** Stores everything counted so far. */
  flush(): Promise<void>;
  /** For the transaction of a change of what the account may use: see `PlanStates`. */
  changed: PlanStates['changed'];
};

/** Maximum time between one account's events in a flush: ten years. */
const hoursMax = 87_600;

/** One per process; pending events are stored when the kernel closes. */
export function createUsage(kernel: Kernel): Usage {
  const states = createPlanStates(kernel);
  const reserved = new Map<string, number>();

  /** Counters whose alert e-mail failed; retried with the next flush. */
  let unsent: CounterRow[] = [];
  let unsentSpending: FlushedCounters = { counters: [], keys: [] };

  async function sendDueAlerts({ counters, keys }: FlushedCounters): Promise<void> {
    const due = [...unsent, ...counters];
    const dueSpending = {
      counters: [...unsentSpending.counters, ...counters],
      keys: [...unsentSpending.keys, ...keys],
    };
    unsent = [];
    unsentSpending = { counters: [], keys: [] };
    unsent.push(...(await sendAlerts(kernel, states, due)));
    const failed = await sendSpendingAlerts(kernel, states, dueSpending);
    unsentSpending.counters.push(...failed.counters);
    unsentSpending.keys.push(...failed.keys);
  }

  function stored(events: readonly StoredEvent[], { counters, keys, firstUses }: Flushed): void {
    const flushed = sumPending(events);
    for (const { accountId, keyId, plan, isRequest, cost } of events)
      if (keyId !== null)
        states.settleKey(
          { accountId, keyId, startsAt: plan.monthStart },
          { requests: isRequest ? 1 : 0, cost: Number(cost) },
        );
    states.settleKeys(keys);
    for (const counter of counters) {
      states.settle(counter, flushed.get(nameCounter(counter))?.units ?? 0);
      flushed.delete(nameCounter(counter));
    }
    // Stored by a flush whose response was lost, or by an earlier event of the same request.
    for (const { counter, units } of flushed.values()) states.settleUnconfirmed(counter, units);
    void sendDueAlerts({ counters, keys });
    if (firstUses.length > 0) void publishFirstUses(kernel, firstUses);
  }

  const readPlans = (events: readonly UsageEvent[]) => readMissingPlans(kernel, states, events);
  const flusher = createFlusher(kernel, { stored, readPlans });
  kernel.closing.push({ name: 'usage', run: () => flusher.flush() });
  kernel.metrics.addGauge({
    name: 'usage_events_waiting',
    help: 'Usage events that are not stored yet.',
    read: () => flusher.waiting(),
  });
  kernel.metrics.addGauge({
    name: 'usage_events_dropped',
    help: 'Usage events dropped while the database was unavailable.',
    read: () => flusher.dropped(),
  });
  return {
    kernel,
    quota: createQuota(kernel, states, reserved),
    meter: createMeter({ kernel, states, reserved, push: flusher.push }),
    flush: flusher.flush,
    changed: states.changed,
  };
}

/** Open screens show that a key is used for the first time. */
async function publishFirstUses(
  { work, live, log }: Kernel,
  firstUses: readonly FirstUse[],
): Promise<void> {
  try {
    await work.write(async (tx) => {
      for (const { accountId, keyId } of firstUses)
        await live.publish(tx, { topic: billingTopic, accountId, data: { first_use: keyId } });
    });
  } catch (err) {
    log.warn({ err }, 'the first use of API keys could not be published');
  }
}

/** For work outside requests, and for requests of the previous month. */
async function readMissingPlans(
  { work }: Kernel,
  states: PlanStates,
  events: readonly UsageEvent[],
): Promise<void> {
  const accountIds = new Set(events.map(({ accountId }) => accountId));
  for (const accountId of accountIds) await states.read(accountId);
  for (const event of events) {
    const known = states.peek(event.accountId)?.entitlements;
    const isOfPlan = known && known.periodStart <= event.at && event.at < known.periodEnd;
    const plan = isOfPlan
      ? known
      : await work.read((db) => readEntitlements(db, event.accountId, event.at));
    event.plan = { subscriptionId: plan.subscriptionId, monthStart: plan.periodStart };
  }
}

const nameCounter = ({ accountId, metric, span, startsAt }: CounterKey): string =>
  `${accountId} ${metric} ${span} ${startsAt.getTime()}`;

type Group = { first: StoredEvent; units: Map<UsageMetric, number> };
type FlushedCounter = { counter: CounterKey; units: number };

/** Pending units of this process by counter. */
function sumPending(events: readonly StoredEvent[]): Map<string, FlushedCounter> {
  // Grouped by account and hour first, so that names are built once per group and not per event.
  const groups = new Map<number, Group>();
  for (const event of events) {
    const name = event.accountId * hoursMax + (Math.floor(event.at.getTime() / hourMs) % hoursMax);
    const { units } = groups.get(name) ?? { units: new Map<UsageMetric, number>() };
    if (units.size === 0) groups.set(name, { first: event, units });
    const { metric, isRequest, unitsPending } = event;
    if (isRequest) units.set('request', (units.get('request') ?? 0) + 1);
    if (metric !== 'request') units.set(metric, (units.get(metric) ?? 0) + unitsPending);
  }
  const sums = new Map<string, FlushedCounter>();
  for (const { first, units } of groups.values())
    for (const [metric, count] of units)
      for (const span of metric === 'request' ? spans : (['month'] as const)) {
        const { accountId, plan, at } = first;
        const of = { periodStart: plan.monthStart, periodEnd: at };
        const counter = { accountId, metric, span, startsAt: windowAt(of, span, at).startsAt };
        const name = nameCounter(counter);
        sums.set(name, { counter, units: (sums.get(name)?.units ?? 0) + count });
      }
  return sums;
}
