import type { Connection } from './core/connection.ts';

type Openers = Readonly<Record<string, (connection: Connection) => unknown>>;

/** Every group of calls, on one connection. */
export const openAll = (openers: Openers, connection: Connection): Record<string, unknown> =>
  Object.fromEntries(Object.entries(openers).map(([name, open]) => [name, open(connection)]));
