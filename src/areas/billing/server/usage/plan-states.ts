// In-memory entitlements and counters of the accounts active in this process. Admission reads only
// these; they are loaded on first use and refreshed in the background.

import type { Kernel } from '#kernel/kernel.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.ts';
import { type Allowance, allowancesOf, type Span } from './allowances.ts';
import { type CounterKey, type CounterRow, readCounters } from './counter-store.ts';

/**
 * `stored` is the database's count of all processes, `pending` what this process has yet to store.
 */
export type Counter = Allowance & {
  stored: number;
  pending: number;
  /** The last alert percentage that this process has seen sent. */
  notifiedPercent?: number;
};

export type PlanState = {
  entitlements: Entitlements;
  counters: Counter[];
  loadedAtMs: number;
  /** The refresh in progress. */
  loading: Promise<PlanState> | null;
};

export type PlanStates = {
  /** The account's state, at most `ageMsMax` old. */
  readFresh(accountId: number, ageMsMax: number): Promise<PlanState>;
  /** The cached state; a stale one is refreshed in the background. */
  readCached(accountId: number): PlanState | Promise<PlanState>;
  peek(accountId: number): PlanState | undefined;
  /** Adds pending units in every window of the metric. */
  add(accountId: number, metric: UsageMetric, units: number): void;
  /** `flushed` units are stored, and the counter is now `row.used`. */
  settle(row: CounterRow, flushed: number): void;
  /** `flushed` units are stored; the counter has to be read again. */
  settleUnconfirmed(key: CounterKey, flushed: number): void;
  /** Drops accounts that have been idle. */
  sweep(): void;
};

export const usedOf = ({ stored, pending }: Counter): number => stored + pending;

/**
 * A changed plan takes effect here after this time at the latest; usage counted by other processes
 * arrives with every flush, and a refusal reads the database first.
 */
const freshMs = 30_000;
const idleMsMax = 600_000;

type States = Map<number, PlanState>;

/** Loads an account's state, once for concurrent callers. */
function createLoader({ work, clock }: Pick<Kernel, 'work' | 'clock'>, states: States) {
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

export function createPlanStates(kernel: Kernel): PlanStates {
  const { clock, log } = kernel;
  const states: States = new Map();
  const load = createLoader(kernel, states);
  const nowMs = () => clock.now().getTime();

  const find = (key: CounterKey) =>
    states.get(key.accountId)?.counters.find((one) => isSame(one, key));

  const isWithin = (state: PlanState) => {
    const now = nowMs();
    return state.counters.every(({ endsAt }) => now < endsAt.getTime());
  };

  return {
    readFresh: (accountId, ageMsMax) => {
      const state = states.get(accountId);
      const isFresh = state && nowMs() - state.loadedAtMs <= ageMsMax && isWithin(state);
      return isFresh ? Promise.resolve(state) : load(accountId);
    },
    readCached: (accountId) => {
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
    settleUnconfirmed: (key, flushed) => {
      const settle = () => {
        const counter = find(key);
        if (counter) counter.pending = Math.max(0, counter.pending - flushed);
      };
      // Only after the reload; otherwise these units would be available again until it completes.
      if (find(key)) load(key.accountId).then(settle, settle);
    },
    sweep: () => {
      const before = nowMs() - idleMsMax;
      for (const [accountId, { loadedAtMs }] of states)
        if (loadedAtMs < before) states.delete(accountId);
    },
  };
}

/** A flush may have completed since the counters were read: its values are newer. */
const merge = (
  allowances: readonly Allowance[],
  used: readonly number[],
  before: readonly Counter[],
): Counter[] =>
  allowances.map((allowance, at) => {
    const same = before.find((one) => isSame(one, allowance));
    const stored = Math.max(used[at] ?? 0, same?.stored ?? 0);
    const pending = same?.pending ?? 0;
    // A changed limit starts its alerts again.
    const notifiedPercent = same?.limit === allowance.limit ? same.notifiedPercent : undefined;
    return { ...allowance, stored, pending, ...(notifiedPercent && { notifiedPercent }) };
  });

const isSame = (
  a: Pick<CounterKey, 'metric' | 'startsAt'> & { span: Span },
  b: Pick<CounterKey, 'metric' | 'startsAt'> & { span: Span },
): boolean =>
  a.metric === b.metric && a.span === b.span && a.startsAt.getTime() === b.startsAt.getTime();
