// What each account that is active in this process may do and has used. Admission reads it alone;
// the database is asked when an account shows up, and behind its back every few seconds.

import type { Kernel } from '#kernel/kernel.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.ts';
import { type Allowance, allowancesOf, type Span } from './allowances.ts';
import { type CounterKey, type CounterRow, readCounters } from './counter-store.ts';

/** `stored` is what the database knows of all processes, `pending` what it has yet to hear. */
export type Counter = Allowance & {
  stored: number;
  pending: number;
  /** The share that this process has seen told. */
  told?: number;
};

export type PlanState = {
  entitlements: Entitlements;
  counters: Counter[];
  loadedAtMs: number;
  /** Another look at the database is under way. */
  loading: Promise<PlanState> | null;
};

export type PlanStates = {
  /** The account's state, read from the database at most `ageMsMax` ago. */
  at(accountId: number, ageMsMax: number): Promise<PlanState>;
  /** The state as it is known; a stale one is read anew meanwhile. */
  known(accountId: number): PlanState | Promise<PlanState>;
  peek(accountId: number): PlanState | undefined;
  /** Adds to what waits to be flushed, in every window of the metric. */
  add(accountId: number, metric: UsageMetric, units: number): void;
  /** The database has heard of `flushed` units and holds `row.used` now. */
  settle(row: CounterRow, flushed: number): void;
  /** The database has heard of `flushed` units, and is asked what it holds now. */
  settleUnseen(key: CounterKey, flushed: number): void;
  /** Drops what nobody asked for lately. */
  sweep(): void;
};

export const usedOf = ({ stored, pending }: Counter): number => stored + pending;

/**
 * A changed plan holds here after so long at the latest; what other processes counted comes with
 * every flush, and a refusal looks first.
 */
const freshMs = 30_000;
const idleMsMax = 600_000;

type States = Map<number, PlanState>;

/** Reads an account's state from the database, once for all who ask meanwhile. */
function openLoader({ work, clock }: Pick<Kernel, 'work' | 'clock'>, states: States) {
  const firstLoads = new Map<number, Promise<PlanState>>();

  async function read(accountId: number): Promise<PlanState> {
    const now = clock.now();
    const { entitlements, allowances, used } = await work.read(async (db) => {
      const entitlements = await entitlementsOf(db, accountId, now);
      const allowances = allowancesOf(entitlements, now);
      return { entitlements, allowances, used: await readCounters(db, accountId, allowances) };
    });
    const counters = merge(allowances, used, states.get(accountId)?.counters ?? []);
    const state = { entitlements, counters, loadedAtMs: now.getTime(), loading: null };
    states.set(accountId, state);
    return state;
  }

  return function load(accountId: number): Promise<PlanState> {
    const state = states.get(accountId);
    const loading = state ? state.loading : firstLoads.get(accountId);
    if (loading) return loading;
    const reading = read(accountId).finally(() => {
      firstLoads.delete(accountId);
      if (state) state.loading = null;
    });
    if (state) state.loading = reading;
    else firstLoads.set(accountId, reading);
    return reading;
  };
}

export function openPlanStates(kernel: Kernel): PlanStates {
  const { clock, log } = kernel;
  const states: States = new Map();
  const load = openLoader(kernel, states);
  const nowMs = () => clock.now().getTime();

  const find = (key: CounterKey) =>
    states.get(key.accountId)?.counters.find((one) => isSame(one, key));

  const isWithin = (state: PlanState) => {
    const now = nowMs();
    return state.counters.every(({ endsAt }) => now < endsAt.getTime());
  };

  return {
    at: (accountId, ageMsMax) => {
      const state = states.get(accountId);
      const isFresh = state && nowMs() - state.loadedAtMs <= ageMsMax && isWithin(state);
      return isFresh ? Promise.resolve(state) : load(accountId);
    },
    known: (accountId) => {
      const state = states.get(accountId);
      if (!state || !isWithin(state)) return load(accountId);
      if (nowMs() - state.loadedAtMs > freshMs)
        load(accountId).catch((err) => log.warn({ err }, 'a plan could not be read again'));
      return state;
    },
    peek: (accountId) => states.get(accountId),
    add: (accountId, metric, units) => {
      for (const counter of states.get(accountId)?.counters ?? [])
        if (counter.metric === metric) counter.pending = Math.max(0, counter.pending + units);
    },
    settle: (row, flushed) => {
      const counter = find(row);
      if (!counter) return;
      counter.stored = row.used;
      counter.pending = Math.max(0, counter.pending - flushed);
    },
    settleUnseen: (key, flushed) => {
      const settle = () => {
        const counter = find(key);
        if (counter) counter.pending = Math.max(0, counter.pending - flushed);
      };
      // Not before, or there would be room for these units again until the answer comes.
      if (find(key)) load(key.accountId).then(settle, settle);
    },
    sweep: () => {
      const before = nowMs() - idleMsMax;
      for (const [accountId, { loadedAtMs }] of states)
        if (loadedAtMs < before) states.delete(accountId);
    },
  };
}

/** A flush may have ended since the counters were read: what it said is newer. */
const merge = (
  allowances: readonly Allowance[],
  used: readonly number[],
  before: readonly Counter[],
): Counter[] =>
  allowances.map((allowance, at) => {
    const same = before.find((one) => isSame(one, allowance));
    const stored = Math.max(used[at] ?? 0, same?.stored ?? 0);
    const pending = same?.pending ?? 0;
    // Of another limit another share is reached.
    const told = same?.limit === allowance.limit ? same.told : undefined;
    return { ...allowance, stored, pending, ...(told && { told }) };
  });

const isSame = (
  a: Pick<CounterKey, 'metric' | 'startsAt'> & { span: Span },
  b: Pick<CounterKey, 'metric' | 'startsAt'> & { span: Span },
): boolean =>
  a.metric === b.metric && a.span === b.span && a.startsAt.getTime() === b.startsAt.getTime();
