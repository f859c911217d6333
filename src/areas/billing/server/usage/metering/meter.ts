// Implements the kernel's meter port: events wait in memory for the next flush.

import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Meter, MeteredCall } from '#kernel/ports.ts';
import { Decimal } from '#lib/decimal.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { addToKey } from '../../spending/key-budgets.ts';
import { pricedUnits, unitsAtAdmission } from '../admission/admission.ts';
import { findBudget, type PlanState, type PlanStates, sumUsed } from '../admission/plan-states.ts';
import { eventOfCall, eventOfWork, type UsageEvent } from './usage-events.ts';

type Deps = {
  kernel: Pick<Kernel, 'clock' | 'log'>;
  states: PlanStates;
  /** Units by request id that the database counted in advance. */
  reserved: Map<string, number>;
  push: (event: UsageEvent) => void;
};

/** Units of one record; more is an error, and would overflow the column. */
const unitsMax = 1e12;

export function createMeter({ kernel, states, reserved, push }: Deps): Meter {
  function eventContextAt(at: Date, accountId: number) {
    const plan = states.peek(accountId)?.entitlements;
    const isOfPlan = plan && plan.periodStart <= at && at < plan.periodEnd;
    return {
      id: createId(at),
      at,
      plan: isOfPlan ? { subscriptionId: plan.subscriptionId, monthStart: plan.periodStart } : null,
    };
  }

  /** The units of a request that the database has not counted in advance. */
  function takePending(requestId: string, units: number): number {
    const before = reserved.get(requestId) ?? 0;
    reserved.delete(requestId);
    return Math.max(0, units - before);
  }

  return {
    record: (call) => {
      const { accountId } = call.actor;
      if (call.isFree) {
        const context = eventContextAt(kernel.clock.now(), accountId);
        push(eventOfCall(call, { ...context, units: 0, unitsPending: 0, cost: '0' }));
        return;
      }
      // Requests that fail on our side are not counted.
      const requests = call.status < 500 ? 1 : 0;
      if (requests === 0) states.add(accountId, 'request', -1);
      const units = call.metric === 'request' ? requests : readUnits(call.units);
      const unitsPending = call.metric === 'request' ? 0 : takePending(call.requestId, units);
      if (call.metric !== 'request')
        states.add(accountId, call.metric, unitsPending - unitsAtAdmission(call.metric));
      const used = {
        request: requests,
        ...(call.metric !== 'request' && { [call.metric]: units }),
      };
      const state = states.peek(accountId);
      const cost = computeCost(state, used, call.overageUnits);
      if (state) settleKey(state, call, cost);
      const context = eventContextAt(kernel.clock.now(), accountId);
      push(eventOfCall(call, { ...context, units, unitsPending, cost }));
    },
    count: (payer, metric, rawUnits, requestId) => {
      const { accountId } = payer;
      const units = readUnits(rawUnits);
      const unitsPending = takePending(requestId, units);
      states.add(accountId, metric, unitsPending);
      const state = states.peek(accountId);
      const cost = computeCost(state, { [metric]: units });
      const budget = state && findBudget(state, payer);
      if (budget) addToKey(budget, { requests: 0, cost: Number(cost) });
      const context = eventContextAt(kernel.clock.now(), accountId);
      push(eventOfWork({ payer, metric, requestId }, { ...context, units, unitsPending, cost }));
    },
  };
}

/** Rounded to three decimals, never negative. */
const readUnits = (units: number): number =>
  Number.isFinite(units) && units > 0 ? Math.round(Math.min(units, unitsMax) * 1000) / 1000 : 0;

/** What the key's call turned out to use, in place of what its admission held. */
function settleKey(state: PlanState, call: MeteredCall, cost: string): void {
  const budget = findBudget(state, call.actor);
  if (!budget) return;
  const reserved = (call.overageUnits ?? 0) * Number(state.entitlements.overage?.price ?? 0);
  addToKey(budget, { requests: call.status < 500 ? 0 : -1, cost: Number(cost) - reserved });
}

/** As far as this process knows the counters. `reserved` were over the quota at admission. */
function computeCost(
  state: PlanState | undefined,
  units: Partial<Record<UsageMetric, number>>,
  reserved?: number,
): string {
  const overage = state?.entitlements.overage;
  const counter = state?.overageCounter;
  if (!overage || !counter || counter.limit === null) return '0';
  const isReserved = counter.metric === 'request' || unitsAtAdmission(counter.metric) > 0;
  const to = sumUsed(counter);
  const used = units[counter.metric] ?? 0;
  const beyond =
    isReserved && reserved !== undefined
      ? Math.min(used, reserved)
      : pricedUnits({ from: to - used, to }, counter.limit, state.ceiling);
  return beyond > 0 ? new Decimal(overage.price).times(beyond).toFixed() : '0';
}
