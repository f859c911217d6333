// Implements the kernel's quota port: admission is decided in memory, reservations in the database.

import { type ApiError, apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Payer, Quota } from '#kernel/ports.ts';
import { commonErrors, type Endpoint, type UsageMetric } from '#lib/endpoint.ts';
import type { Entitlements } from '../entitlements.ts';
import { findExhausted, isHardLimit, secondsUntil, tightestLimit } from './admission.ts';
import { insertReservation, takeUnits } from './counter-store.ts';
import type { Counter, PlanState, PlanStates } from './plan-states.ts';

/** Before a call is refused the database is read again, unless it was within a second. */
const refusalAgeMsMax = 1000;
/** Work that ends without a record leaves its entry behind, so the map is bounded. */
const reservedMax = 10_000;

/** Units that a call is assumed to need until it reports more: held while it runs. */
export const heldUnits = (metric: UsageMetric): number =>
  metric === 'calculation' || metric === 'proxy_lease' ? 1 : 0;

export function createQuota(kernel: Kernel, states: PlanStates, reserved: Map<string, number>) {
  const { clock, work } = kernel;

  function refusalOf({ counters, entitlements }: PlanState, metric: UsageMetric) {
    if (entitlements.blocked)
      return apiError(commonErrors.subscriptionRequired, { reason: entitlements.blocked });
    const full = findExhausted(counters, metric, entitlements);
    return full ? quotaExceededError(full, clock.now()) : null;
  }

  /** Synchronous if the account is cached, as in nearly every call. */
  function admit(accountId: number, endpoint: Endpoint, metric: UsageMetric) {
    const known = states.readCached(accountId);
    return known instanceof Promise
      ? known.then((state) => admitBy(state, accountId, endpoint, metric))
      : admitBy(known, accountId, endpoint, metric);
  }

  function admitBy(state: PlanState, accountId: number, endpoint: Endpoint, metric: UsageMetric) {
    if (!endpoint.metered || !refusalOf(state, metric))
      return hold(state, accountId, endpoint, metric);
    return states.readFresh(accountId, refusalAgeMsMax).then((fresh) => {
      const refusal = refusalOf(fresh, metric);
      if (refusal) throw refusal;
      return hold(fresh, accountId, endpoint, metric);
    });
  }

  /** Holds the units from here on, so that concurrent calls cannot all take the last one. */
  function hold(state: PlanState, accountId: number, endpoint: Endpoint, metric: UsageMetric) {
    states.add(accountId, 'request', 1);
    if (metric !== 'request') states.add(accountId, metric, heldUnits(metric));
    return endpoint.metered ? tightestLimit(state.counters, clock.now()) : null;
  }

  async function reserve(payer: Payer, metric: UsageMetric, units: number, requestId: string) {
    const { accountId } = payer;
    const state = await states.readFresh(accountId, refusalAgeMsMax);
    if (state.entitlements.blocked)
      throw apiError(commonErrors.subscriptionRequired, { reason: state.entitlements.blocked });
    const counter = state.counters.find((one) => one.metric === metric && one.span === 'month');
    if (!counter) throw new Error(`No quota counts ${metric}.`);
    const room = roomOf(counter, state.entitlements, metric);
    const { startsAt } = counter;
    const reservation = { requestId, accountId, metric, startsAt, units, now: clock.now() };
    const used = await work.write(async (tx) => {
      if (!(await insertReservation(tx, reservation))) return null;
      const all = await takeUnits(tx, reservation, units, room);
      if (all === null) throw quotaExceededError(counter, clock.now());
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
    admit: async ({ accountId }, endpoint) =>
      admit(accountId, endpoint, endpoint.metered?.metric ?? 'request'),
    reserve,
  };
  return quota;
}

/** The maximum for the stored counter, allowing for pending units; null if unlimited. */
function roomOf(
  counter: Counter,
  entitlements: Pick<Entitlements, 'overage'>,
  metric: UsageMetric,
): number | null {
  if (!isHardLimit(counter, entitlements)) return null;
  // The calling request already holds its own first unit.
  return (counter.limit as number) - Math.max(0, counter.pending - heldUnits(metric));
}

function quotaExceededError(counter: Counter, now: Date): ApiError {
  return apiError(commonErrors.quotaExceeded, {
    metric: counter.metric,
    limit: counter.limit as number,
    resets_at: counter.endsAt.toISOString(),
    retry_after: secondsUntil(counter.endsAt, now),
  });
}
