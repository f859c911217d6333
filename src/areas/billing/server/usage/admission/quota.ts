// Implements the kernel's quota port: admission is decided in memory, reservations in the database.

import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Admission, Payer, Quota } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { addToKey } from '../../spending/key-budgets.ts';
import { insertReservation, takeUnits } from '../metering/counter-store.ts';
import { countOverageUnits, tightestLimit, unitsAtAdmission } from './admission.ts';
import { listCeilings } from './ceilings.ts';
import { findBudget, type PlanState, type PlanStates } from './plan-states.ts';
import { type CallToAdmit, findRefusal } from './refusals.ts';
import { computeRoom } from './reservation-room.ts';

/** Before a call is refused the database is read again, unless it was within a second. */
const refusalAgeMsMax = 1000;
/** Work that ends without a record leaves its entry behind, so the map is bounded. */
const reservedMax = 10_000;

export function createQuota(kernel: Kernel, states: PlanStates, reserved: Map<string, number>) {
  const { clock, work } = kernel;

  /** Synchronous if the account is cached, as in nearly every call. */
  function admit(call: CallToAdmit) {
    const known = states.read(call.accountId);
    return known instanceof Promise
      ? known.then((state) => admitBy(state, call))
      : admitBy(known, call);
  }

  function admitBy(state: PlanState, call: CallToAdmit) {
    if (!call.group || !findRefusal(state, call, clock.now()))
      return hold(states, state, call, clock.now());
    return Promise.resolve(states.read(call.accountId, refusalAgeMsMax)).then((fresh) => {
      const refusal = findRefusal(fresh, call, clock.now());
      if (refusal) throw refusal;
      return hold(states, fresh, call, clock.now());
    });
  }

  async function reserve(payer: Payer, metric: UsageMetric, units: number, requestId: string) {
    const { accountId } = payer;
    const state = await states.read(accountId, refusalAgeMsMax);
    if (state.entitlements.blocked)
      throw apiError(commonErrors.subscriptionRequired, { reason: state.entitlements.blocked });
    const counter = state.counters.find((one) => one.metric === metric && one.span === 'month');
    if (!counter) throw new Error(`No quota counts ${metric}.`);
    const room = computeRoom(state, counter, findBudget(state, payer));
    const { startsAt } = counter;
    const reservation = { requestId, accountId, metric, startsAt, units, now: clock.now() };
    const used = await work.write(async (tx) => {
      if (!(await insertReservation(tx, reservation))) return null;
      const all = await takeUnits(tx, reservation, units, room.max);
      if (all === null) throw room.refusal(state, clock.now());
      return all;
    });
    // Null: this request already has its reservation.
    if (used === null) return;
    states.settle({ accountId, metric, span: 'month', startsAt, used }, 0);
    reserved.set(requestId, units);
    const [oldest] = reserved.keys();
    if (oldest && reserved.size > reservedMax) reserved.delete(oldest);
  }

  const quota: Quota = {
    admit: async ({ accountId, keyId }, { metered }) =>
      admit({
        accountId,
        keyId,
        group: metered?.group,
        metric: metered?.metric ?? 'request',
      }),
    reserve,
  };
  return quota;
}

/** Holds the units from here on, so that concurrent calls cannot all take the last one. */
function hold(states: PlanStates, state: PlanState, call: CallToAdmit, now: Date): Admission {
  const { accountId, metric, group } = call;
  const overageUnits = countOverageUnits(state, metric);
  states.add(accountId, 'request', 1);
  if (metric !== 'request') states.add(accountId, metric, unitsAtAdmission(metric));
  const budget = findBudget(state, call);
  const price = Number(state.entitlements.overage?.price ?? 0);
  if (budget) addToKey(budget, { requests: 1, cost: overageUnits * price });
  if (!group) return { rates: null, ceilings: [], overageUnits };
  const rates = tightestLimit(state.counters, now);
  return { rates, ceilings: listCeilings(state, budget, now), overageUnits };
}
