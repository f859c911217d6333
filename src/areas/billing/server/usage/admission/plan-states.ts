// In-memory entitlements and counters of the accounts active in this process. Admission reads only
// these; they are loaded on first use and refreshed in the background.

import type { Tx } from '#kernel/database/database.ts';
import { createFollowedCache } from '#kernel/events/followed-cache.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import { type Entitlements, readEntitlements } from '../../entitlements.ts';
import {
  addToKey,
  type KeyBudget,
  type KeyBudgets,
  noBudgets,
  readBudgets,
} from '../../spending/key-budgets.ts';
import { computeCeiling } from '../../spending/spending-rules.ts';
import { listKeyBudgets } from '../../spending/spending-store.ts';
import {
  type CounterKey,
  type CounterRow,
  type KeyCounterRow,
  readCounters,
} from '../metering/counter-store.ts';
import { type Allowance, listAllowances, type Span } from './allowances.ts';

/** `stored` is the count of all processes, `pending` what this process has yet to store. */
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
};

export type PlanStates = {
  /** The account's state, at most `ageMsMax` old; one that is cached at once. */
  read(accountId: number, ageMsMax?: number): PlanState | Promise<PlanState>;
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
  /** Call it in the transaction of a change: every process reads before the next call. */
  changed(tx: Tx, accountId: number): Promise<void>;
};

type KeyFlush = { requests: number; cost: number };

export const sumUsed = ({ stored, pending }: Counter): number => stored + pending;

/** What the database says about an account, merged with what this process has yet to store. */
async function readState(
  { work, clock }: Pick<Kernel, 'work' | 'clock'>,
  accountId: number,
  known: PlanState | undefined,
): Promise<PlanState> {
  const now = clock.now();
  const { entitlements, allowances, used, keys } = await work.read(async (db) => {
    const entitlements = await readEntitlements(db, accountId, now);
    const allowances = listAllowances(entitlements, now);
    const used = await readCounters(db, accountId, allowances);
    const keys = await listKeyBudgets(db, accountId, entitlements.periodStart);
    return { entitlements, allowances, used, keys };
  });
  const { overage, periodStart } = entitlements;
  const isSameMonth = known?.entitlements.periodStart.getTime() === periodStart.getTime();
  const counters = merge(allowances, used, known?.counters ?? []);
  const overageCounter =
    counters.find((one) => one.span === 'month' && one.metric === overage?.unit) ?? null;
  return {
    entitlements,
    counters,
    overageCounter,
    ceiling: overageCounter && computeCeiling(overageCounter.limit, overage),
    budgets: readBudgets(keys, known?.budgets ?? noBudgets, isSameMonth),
    sentAlerts: isSameMonth ? known.sentAlerts : new Map(),
  };
}

export function createPlanStates(kernel: Kernel): PlanStates {
  const { peek, find, invalidate } = createFollowedCache<number, PlanState, number>(kernel, {
    topic: 'plans',
    load: (accountId, known) => readState(kernel, accountId, known),
    isAbout: (changed, accountId) => changed === accountId,
    warning: 'changed spending caps take effect here within 30 s',
    isCachedUnheard: true,
    // Usage that other processes count arrives with every flush, and a refusal reads the database
    // first.
    freshMs: Number.POSITIVE_INFINITY,
    refreshMs: 30_000,
    idleMs: 600_000,
    entriesMax: Number.POSITIVE_INFINITY,
  });

  const findCounter = (key: CounterKey) =>
    peek(key.accountId)?.counters.find((one) => isSame(one, key));

  function read(accountId: number, ageMsMax?: number): PlanState | Promise<PlanState> {
    const now = kernel.clock.now();
    const isOver = peek(accountId)?.counters.some(({ endsAt }) => now >= endsAt);
    return find(accountId, isOver ? 0 : ageMsMax);
  }

  return {
    read,
    peek,
    add: (accountId, metric, units) => {
      for (const counter of peek(accountId)?.counters ?? [])
        if (counter.metric === metric) counter.pending = Math.max(0, counter.pending + units);
    },
    settle: (row, flushed) => {
      const counter = findCounter(row);
      if (!counter) return;
      counter.stored = row.used;
      counter.pending = Math.max(0, counter.pending - flushed);
    },
    settleUnconfirmed: (key, flushed) => {
      const settle = () => {
        const counter = findCounter(key);
        if (counter) counter.pending = Math.max(0, counter.pending - flushed);
      };
      // Only after the reload; otherwise these units would be available again until it completes.
      if (findCounter(key)) Promise.resolve(read(key.accountId, 0)).then(settle, settle);
    },
    ...createKeySettling(peek),
    changed: invalidate,
  };
}

const createKeySettling = (
  peek: PlanStates['peek'],
): Pick<PlanStates, 'settleKey' | 'settleKeys'> => ({
  settleKey: ({ accountId, keyId, startsAt }, flushed) => {
    const state = peek(accountId);
    const budget = state?.budgets.get(keyId);
    if (!budget || !isOfMonth(state, startsAt)) return;
    addToKey(budget, { requests: -flushed.requests, cost: -flushed.cost });
  },
  settleKeys: (rows) => {
    for (const { accountId, lineageId, startsAt, requests, cost } of rows) {
      const state = peek(accountId);
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
