// Metering as one part: the ports, what they share, and its place in the process's life.

import type { Kernel } from '#kernel/kernel.ts';
import type { Meter, Quota } from '#kernel/ports.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { entitlementsOf } from '../entitlements.ts';
import { sendAlerts } from './alerts.ts';
import { spans, windowAt } from './allowances.ts';
import type { CounterKey, CounterRow } from './counter-store.ts';
import { openFlusher } from './flush.ts';
import type { StoredEvent } from './flush-store.ts';
import { createMeter } from './meter.ts';
import { openPlanStates, type PlanStates } from './plan-states.ts';
import { createQuota } from './quota.ts';
import type { UsageEvent } from './usage-events.ts';

export type Usage = {
  kernel: Kernel;
  quota: Quota;
  meter: Meter;
  /** Stores everything that was counted so far. */
  flush(): Promise<void>;
};

const sweepEveryMs = 60_000;
const hourMs = 3_600_000;
/** Hours that one account's events of a flush can lie apart: ten years. */
const hoursMax = 87_600;

/** The process's one meter; what it counted is stored when the kernel closes. */
export function openUsage(kernel: Kernel): Usage {
  const states = openPlanStates(kernel);
  const reserved = new Map<string, number>();
  let sweptAtMs = kernel.clock.now().getTime();

  /** Alerts of these could not be sent; they go with the next flush. */
  let untold: CounterRow[] = [];

  async function tell(counters: CounterRow[]): Promise<void> {
    const due = [...untold, ...counters];
    untold = [];
    untold.push(...(await sendAlerts(kernel, states, due)));
  }

  function stored(events: readonly StoredEvent[], counters: CounterRow[]): void {
    const flushed = sumPending(events);
    for (const counter of counters) {
      states.settle(counter, flushed.get(nameOf(counter))?.units ?? 0);
      flushed.delete(nameOf(counter));
    }
    // Stored by a flush whose answer got lost, or by the first telling of a request.
    for (const { counter, units } of flushed.values()) states.settleUnseen(counter, units);
    void tell(counters);
    const nowMs = kernel.clock.now().getTime();
    if (nowMs - sweptAtMs < sweepEveryMs) return;
    sweptAtMs = nowMs;
    states.sweep();
  }

  const readPlans = (events: readonly UsageEvent[]) => readMissingPlans(kernel, states, events);
  const flusher = openFlusher(kernel, { stored, readPlans });
  kernel.closing.push({ name: 'usage', run: () => flusher.flush() });
  kernel.metrics.addGauge({
    name: 'usage_events_waiting',
    help: 'Usage events that are not stored yet.',
    read: () => flusher.waiting(),
  });
  kernel.metrics.addGauge({
    name: 'usage_events_dropped',
    help: 'Usage events that found no room while the database was away.',
    read: () => flusher.dropped(),
  });
  return {
    kernel,
    quota: createQuota(kernel, states, reserved),
    meter: createMeter({ kernel, states, reserved, push: flusher.push }),
    flush: flusher.flush,
  };
}

/** Of work outside calls, and of calls that were made in the month before. */
async function readMissingPlans(
  { work }: Kernel,
  states: PlanStates,
  events: readonly UsageEvent[],
): Promise<void> {
  const accountIds = new Set(events.map(({ accountId }) => accountId));
  for (const accountId of accountIds) await states.at(accountId, Infinity);
  for (const event of events) {
    const known = states.peek(event.accountId)?.entitlements;
    const isOfPlan = known && known.periodStart <= event.at && event.at < known.periodEnd;
    const plan = isOfPlan
      ? known
      : await work.read((db) => entitlementsOf(db, event.accountId, event.at));
    event.plan = { subscriptionId: plan.subscriptionId, monthStart: plan.periodStart };
  }
}

const nameOf = ({ accountId, metric, span, startsAt }: CounterKey): string =>
  `${accountId} ${metric} ${span} ${startsAt.getTime()}`;

type Group = { first: StoredEvent; units: Map<UsageMetric, number> };
type Flushed = { counter: CounterKey; units: number };

/** By counter, what this process counted ahead of the database. */
function sumPending(events: readonly StoredEvent[]): Map<string, Flushed> {
  // By account and hour first, so that names are made for each of these and not for each event.
  const groups = new Map<number, Group>();
  for (const event of events) {
    const name = event.accountId * hoursMax + (Math.floor(event.at.getTime() / hourMs) % hoursMax);
    const { units } = groups.get(name) ?? { units: new Map<UsageMetric, number>() };
    if (units.size === 0) groups.set(name, { first: event, units });
    const { metric, isRequest, unitsPending } = event;
    if (isRequest) units.set('request', (units.get('request') ?? 0) + 1);
    if (metric !== 'request') units.set(metric, (units.get(metric) ?? 0) + unitsPending);
  }
  const sums = new Map<string, Flushed>();
  for (const { first, units } of groups.values())
    for (const [metric, count] of units)
      for (const span of metric === 'request' ? spans : (['month'] as const)) {
        const { accountId, plan, at } = first;
        const of = { periodStart: plan.monthStart, periodEnd: at };
        const counter = { accountId, metric, span, startsAt: windowAt(of, span, at).startsAt };
        const name = nameOf(counter);
        sums.set(name, { counter, units: (sums.get(name)?.units ?? 0) + count });
      }
  return sums;
}
