// Units of work: how use-cases reach the database. They are handed a unit and never the pool, so
// that nothing that holds one connection can wait for a second.
import { AsyncLocalStorage } from 'node:async_hooks';
import type { IsolationLevel } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './database.ts';

export type TransactionOptions = { isolationLevel?: IsolationLevel };

export type Work = {
  /** Statements on the primary, each committed by itself. No connection is held between them. */
  read<T>(act: (db: Db) => Promise<T>): Promise<T>;
  /** The same on the replica, when there is one: for reads that tolerate lag. */
  replica<T>(act: (db: Db) => Promise<T>): Promise<T>;
  /**
   * One transaction, run again (at most 5 times, with jitter) when PostgreSQL ends it for a
   * serialization failure or a deadlock. `act` must therefore have no effect but on `tx`, and must
   * not wait for anything but the database.
   */
  write<T>(act: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
  /** Runs once the transaction has committed, in order; never when it is rolled back. */
  afterCommit(tx: Tx, act: () => void): void;
  /** One hand-written statement that commits by itself, for hot paths. */
  query<Row extends pg.QueryResultRow>(text: string, values: readonly unknown[]): Promise<Row[]>;
};

type Transaction = { isOpen: boolean };

const transactions = new AsyncLocalStorage<Transaction>();
const callers = new AsyncLocalStorage<string>();
const commitActions = new WeakMap<Tx, (() => void)[]>();

/** Says on whose behalf connections are taken: an account, a network, a queue of jobs. */
export const withCaller = <T>(caller: string, act: () => T): T => callers.run(caller, act);

/** Null for the process itself. */
export const currentCaller = (): string | null => callers.getStore() ?? null;

/** Whether what runs now holds a connection until its transaction ends. */
export const isInTransaction = (): boolean => transactions.getStore()?.isOpen === true;

/**
 * Runs what belongs to the process and to no call: a cache that everybody reads, a timer. It takes
 * connections on nobody's behalf and is part of no transaction, which must not wait for it.
 */
export const runDetached = <T>(act: () => T): T => transactions.exit(() => callers.exit(act));

/** Marks what `act` does as part of a transaction, until it has ended. */
export async function runInTransaction<T>(tx: Tx, act: (tx: Tx) => Promise<T>): Promise<T> {
  const transaction = { isOpen: true };
  try {
    return await transactions.run(transaction, () => act(tx));
  } finally {
    transaction.isOpen = false;
  }
}

export function afterCommit(tx: Tx, act: () => void): void {
  const actions = commitActions.get(tx);
  if (actions) actions.push(act);
  else commitActions.set(tx, [act]);
}

export const runCommitActions = (tx: Tx): void => {
  for (const act of commitActions.get(tx) ?? []) act();
};
