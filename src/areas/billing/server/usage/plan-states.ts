// In-memory entitlements and counters of the accounts active in this process. Admission reads only
// these; they are loaded on first use and refreshed in the background.

import type { Tx } from '#kernel/database/database.ts';
import { everyProcess, type Follower, followTopic } from '#kernel/events/follow-topic.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { type Entitlements, entitlementsOf } from '../entitlements.ts';
import {
  addToKey,
  type KeyBudget,
  type KeyBudgets,
  noBudgets,
  readBudgets,
} from '../spending/key-budgets.ts';
import { ceilingOf } from '../spending/spending-rules.ts';
import { listKeyBudgets } from '../spending/spending-store.ts';
import { type Allowance, allowancesOf, type Span } from './allowances.ts';
import {
  type CounterKey,
  type CounterRow,
  type KeyCounterRow,
  readCounters,
} from './counter-store.ts';

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
  /** The monthly counter that overage is sold of; null without overage. */
  overageCounter: Counter | null;
  /** The reading of that counter that the spending cap pays for; null without a cap. */
  ceiling: number | null;
  budgets: KeyBudgets;
  /** The last alert about each cap and budget that this process has seen sent. */
  sentAlerts: Map<string, string>;
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
  /** What a flush of this process stored of a key's use. */
  settleKey(of: { accountId: number; keyId: string; startsAt: Date }, flushed: KeyFlush): void;
  /** The keys' counts of all processes. */
  settleKeys(rows: readonly KeyCounterRow[]): void;
  /**
   * Called in the transaction of a change of what the account may use: every process reads it again
   * before the next call.
   */
  changed(tx: Tx, accountId: number): Promise<void>;
  /** Drops accounts that have been idle. */
  sweep(): void;
};

type KeyFlush = { requests: number; cost: number };

export const usedOf = ({ stored, pending }: Counter): number => stored + pending;

/**
 * A changed plan takes effect here after this time at the latest, a changed ceiling at once; usage
 * counted by other processes
 * arrives with every flush, and a refusal reads the database first.
 */
const freshMs = 30_000;
const idleMsMax = 600_000;
/** Of messages between processes. */
const plansTopic = 'plans';

type States = Map<number, PlanState>;
type Cache = {
  states: States;
  follow: Follower;
  /** Accounts whose ceilings or plan changed since they were read. */
  stale: Set<number>;
};

/** What the database says about an account, merged with what this process has yet to store. */
async function readState(
  { work, clock }: Pick<Kernel, 'work' | 'clock'>,
  accountId: number,
  findKnown: () => PlanState | undefined,
): Promise<PlanState> {
  const now = clock.now();
  const { entitlements, allowances, used, keys } = await work.read(async (db) => {
    const entitlements = await entitlementsOf(db, accountId, now);
    const allowances = allowancesOf(entitlements, now);
    const used = await readCounters(db, accountId, allowances);
    const keys = await listKeyBudgets(db, accountId, entitlements.periodStart);
    return { entitlements, allowances, used, keys };
  });
  const known = findKnown();
  const { overage, periodStart } = entitlements;
  const isSameMonth = known?.entitlements.periodStart.getTime() === periodStart.getTime();
  const counters = merge(allowances, used, known?.counters ?? []);
  const overageCounter =
    counters.find((one) => one.span === 'month' && one.metric === overage?.unit) ?? null;
  return {
    entitlements,
    counters,
    overageCounter,
    ceiling: overageCounter && ceilingOf(overageCounter.limit, overage),
    budgets: readBudgets(keys, known?.budgets ?? noBudgets, isSameMonth),
    sentAlerts: isSameMonth ? known.sentAlerts : new Map(),
    loadedAtMs: now.getTime(),
    loading: null,
  };
}

/** Loads an account's state, once for concurrent callers. */
function createLoader(kernel: Pick<Kernel, 'work' | 'clock'>, { states, follow, stale }: Cache) {
  const firstLoads = new Map<number, Promise<PlanState>>();

  async function read(accountId: number): Promise<PlanState> {
    // From here on changes are heard, so that none is missed between the query and the next one.
    await follow.open();
    stale.delete(accountId);
    const state = await readState(kernel, accountId, () => states.get(accountId));
    states.set(accountId, state);
    return state;
  }

  return function load(accountId: number): Promise<PlanState> {
    const state = states.get(accountId);
    const loading = state ? state.loading : firstLoads.get(accountId);
    // What is being read may be from before the change.
    if (loading && stale.has(accountId)) return loading.then(() => load(accountId));
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
  const stale = new Set<number>();
  const follow = followChanges(kernel, states, stale);
  const load = createLoader(kernel, { states, follow, stale });
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
      const isFresh =
        state && nowMs() - state.loadedAtMs <= ageMsMax && isWithin(state) && !stale.has(accountId);
      return isFresh ? Promise.resolve(state) : load(accountId);
    },
    readCached: (accountId) => {
      const state = states.get(accountId);
      if (!state || stale.has(accountId) || !isWithin(state)) return load(accountId);
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
    ...createKeySettling(states),
    changed: async (tx, accountId) => {
      await kernel.live.publish(tx, {
        topic: plansTopic,
        accountId: everyProcess,
        data: accountId,
      });
      kernel.work.afterCommit(tx, () => stale.add(accountId));
    },
    sweep: () => {
      for (const accountId of stale) if (!states.has(accountId)) stale.delete(accountId);
      const before = nowMs() - idleMsMax;
      for (const [accountId, { loadedAtMs }] of states)
        if (loadedAtMs < before) states.delete(accountId);
    },
  };
}

/** Marks accounts as stale that another process changed. */
const followChanges = (kernel: Kernel, states: States, stale: Set<number>): Follower =>
  followTopic(kernel, {
    topic: plansTopic,
    onMessage: (accountId) => stale.add(accountId as number),
    onLost: () => {
      for (const accountId of states.keys()) stale.add(accountId);
    },
    warning: 'changed spending caps take effect here within 30 s',
  });

const createKeySettling = (states: States): Pick<PlanStates, 'settleKey' | 'settleKeys'> => ({
  settleKey: ({ accountId, keyId, startsAt }, flushed) => {
    const state = states.get(accountId);
    const budget = state?.budgets.get(keyId);
    if (!budget || !isOfMonth(state, startsAt)) return;
    addToKey(budget, { requests: -flushed.requests, cost: -flushed.cost });
  },
  settleKeys: (rows) => {
    for (const { accountId, lineageId, startsAt, requests, cost } of rows) {
      const state = states.get(accountId);
      if (!isOfMonth(state, startsAt)) continue;
      for (const budget of state.budgets.values())
        if (budget.lineageId === lineageId) budget.stored = { requests, cost };
    }
  },
});

export const findBudget = (
  { budgets }: PlanState,
  { keyId }: { keyId?: string | undefined },
): KeyBudget | undefined => (keyId === undefined ? undefined : budgets.get(keyId));

const isOfMonth = (state: PlanState | undefined, startsAt: Date): state is PlanState =>
  state?.entitlements.periodStart.getTime() === startsAt.getTime();

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
