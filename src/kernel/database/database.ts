import type { Kysely, Transaction } from 'kysely';
import type { DB } from './schema.d.ts';

/** The parameter of store functions: the database, or a transaction on it. */
export type Db = Kysely<DB>;
/** The parameter of store functions that require a transaction. */
export type Tx = Transaction<DB>;

/** Whether a statement failed because a row with the same unique values exists. */
export const isUniqueViolation = (error: unknown): boolean =>
  (error as { code?: string } | undefined)?.code === '23505';
