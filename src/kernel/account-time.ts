// Whose time the current code works in. Only test mode sets it, where each account has a clock of
// its own; everywhere else time is real.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.ts';

export type AccountTime = {
  /** Null for all whose time is real. */
  accountId: number | null;
  now: () => Date;
  /** The time at which the current work began; the clock runs while it does. */
  startedAt: Date;
  /** The rows that statements see: those of all, of the account, or of those whose time is real. */
  rows: 'all' | 'account' | 'real';
};

const times = new AsyncLocalStorage<AccountTime>();

export const withAccountTime = <T>(time: AccountTime, act: () => T): T => times.run(time, act);
export const withoutAccountTime = <T>(act: () => T): T => times.exit(act);
export const currentAccountTime = (): AccountTime | undefined => times.getStore();

export const accountClock: Clock = { now: () => times.getStore()?.now() ?? new Date() };
