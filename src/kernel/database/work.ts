// Units of work: the access of use-cases to the database. They receive a unit and never the pool,
// so that code that holds a connection cannot wait for a second one.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IsolationLevel } from 'kysely';
import type pg from 'pg';
import { withoutAccountTime } from '../account-time.ts';
import type { Db, Tx } from './database.ts';

export type TransactionOptions = { isolationLevel?: IsolationLevel };

export type Work = {
  /** Statements on the primary, committed individually. No connection is held between them. */
  read<T>(act: (db: Db) => Promise<T>): Promise<T>;
  /** The same on the replica, if there is one: for reads that tolerate lag. */
  replica<T>(act: (db: Db) => Promise<T>): Promise<T>;
  /**
   * One transaction, retried with jitter: at most 5 times after a serialization failure or a
   * deadlock, once after a broken foreign or unique key. `act` must therefore have no side effects
   * outside `tx`, and must not wait for anything but the database.
   */
  write<T>(act: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /**
   * Runs `act` as the last statements of the transaction, in order; what it throws rolls back. For
   * rows that many transactions contend for, so that they are locked for the time of the commit.
   */
  beforeCommit(tx: Tx, act: () => Promise<void>): void;
  /** Runs `act` after the transaction has committed, in order; never after a rollback. */
  afterCommit(tx: Tx, act: () => void): void;
  /** One hand-written statement outside a transaction, for hot paths. */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

type Transaction = { isOpen: boolean };

const transactions = new AsyncLocalStorage<Transaction>();
const callers = new AsyncLocalStorage<string>();
const lastStatements = new WeakMap<Tx, (() => Promise<void>)[]>();
const commitActions = new WeakMap<Tx, (() => void)[]>();

/** Sets the caller that connections are counted for: an account, a network, a job queue. */
export const withCaller = <T>(caller: string, act: () => T): T => callers.run(caller, act);

/** Null for the process itself. */
export const currentCaller = (): string | null => callers.getStore() ?? null;

/** Whether the current code runs within a transaction and thus holds a connection. */
export const isInTransaction = (): boolean => transactions.getStore()?.isOpen === true;

/**
 * Runs work of the process rather than of a call, such as filling a shared cache. It counts for no
 * caller, is not part of the current transaction, and works in real time.
 */
export const runDetached = <T>(act: () => T): T =>
  transactions.exit(() => callers.exit(() => withoutAccountTime(act)));

/** Marks the code of `act` as part of a transaction until it ends. */
export async function runInTransaction<T>(tx: Tx, act: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, async () => {
      const result = await act(tx);
      for (const end of lastStatements.get(tx) ?? []) await end();
      return result;
    });
  } finally {
    transaction.isOpen = false;
  }
}

export function beforeCommit(tx: Tx, act: () => Promise<void>): void {
  const actions = lastStatements.get(tx);
  if (actions) actions.push(act);
  else lastStatements.set(tx, [act]);
}

export function afterCommit(tx: Tx, act: () => void): void {
  const actions = commitActions.get(tx);
  if (actions) actions.push(act);
  else commitActions.set(tx, [act]);
}

export const runCommitActions = (tx: Tx): void => {
  for (const act of commitActions.get(tx) ?? []) act();
};
