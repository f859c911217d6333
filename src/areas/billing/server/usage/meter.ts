// The kernel's meter port: events wait in memory until the next flush.

import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Meter } from '#kernel/ports.ts';
import { Decimal } from '#lib/decimal.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { type PlanStates, usedOf } from './plan-states.ts';
import { heldUnits } from './quota.ts';
import { eventOfCall, eventOfWork, type UsageEvent } from './usage-events.ts';

type Deps = {
  kernel: Pick<Kernel, 'clock' | 'log'>;
  states: PlanStates;
  /** Units by request that the database has counted before the work. */
  reserved: Map<string, number>;
  push: (event: UsageEvent) => void;
};

/** Of one record; more is a mistake, and would not fit its column. */
const unitsMax = 1e12;

export function createMeter({ kernel, states, reserved, push }: Deps): Meter {
  function madeAt(at: Date, accountId: number) {
    const plan = states.peek(accountId)?.entitlements;
    const isOfPlan = plan && plan.periodStart <= at && at < plan.periodEnd;
    return {
      id: createId(at),
      at,
      plan: isOfPlan ? { subscriptionId: plan.subscriptionId, monthStart: plan.periodStart } : null,
    };
  }

  /** What of a request's units the database has not counted before the work. */
  function takePending(requestId: string, units: number): number {
    const before = reserved.get(requestId) ?? 0;
    reserved.delete(requestId);
    return Math.max(0, units - before);
  }

  return {
    record: (call) => {
      const { accountId } = call.actor;
      const units = readUnits(call.units);
      const unitsPending = call.metric === 'request' ? 0 : takePending(call.requestId, units);
      // Nobody pays for what failed on our side.
      if (call.status >= 500) states.add(accountId, 'request', -1);
      if (call.metric !== 'request')
        states.add(accountId, call.metric, unitsPending - heldUnits(call.metric));
      const cost = costOf(states, accountId, {
        request: call.status < 500 ? 1 : 0,
        ...(call.metric !== 'request' && { [call.metric]: units }),
      });
      const made = madeAt(kernel.clock.now(), accountId);
      push(eventOfCall(call, { ...made, units, unitsPending, cost }));
    },
    count: (payer, metric, given, requestId) => {
      const { accountId } = payer;
      const units = readUnits(given);
      const unitsPending = takePending(requestId, units);
      states.add(accountId, metric, unitsPending);
      const cost = costOf(states, accountId, { [metric]: units });
      const made = madeAt(kernel.clock.now(), accountId);
      push(eventOfWork({ payer, metric, requestId }, { ...made, units, unitsPending, cost }));
    },
  };
}

/** Three decimals, and never below zero: a meter does not run backwards. */
const readUnits = (units: number): number =>
  Number.isFinite(units) && units > 0 ? Math.round(Math.min(units, unitsMax) * 1000) / 1000 : 0;

/** The price of what lies past the quota, by what this process knows of it. */
function costOf(
  states: PlanStates,
  accountId: number,
  units: Partial<Record<UsageMetric, number>>,
): string {
  const state = states.peek(accountId);
  const overage = state?.entitlements.overage;
  if (!state || !overage) return '0';
  const counter = state.counters.find((one) => one.metric === overage.unit && one.span === 'month');
  if (!counter || counter.limit === null) return '0';
  const beyond = Math.min(units[counter.metric] ?? 0, usedOf(counter) - counter.limit);
  return beyond > 0 ? new Decimal(overage.price).times(beyond).toFixed() : '0';
}
