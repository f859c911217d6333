// The connection on which a process hears notifications.
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Database } from '../database/open-database.ts';
import type { Logger } from '../observability/logging.ts';

export const channel = 'live_topics';
const reconnectDelayMsMax = 10_000;

type Options = {
  database: Pick<Database, 'directClient'>;
  log: Pick<Logger, 'warn'>;
  reconnectDelayMs: number;
  isNeeded: () => boolean;
  onGap: () => void;
  onListening: (client: pg.Client) => Promise<void>;
  onPayload: (payload: string) => void;
};

/** One connection per process, opened by the first reader and reopened while there are readers. */
export function openListener(options: Options) {
  let listening: Promise<pg.Client> | null = null;
  let connection: number | null = null;
  let latest = 0;
  let isClosed = false;

  async function listen(): Promise<pg.Client> {
    const client = await options.database.directClient();
    client.on('notification', ({ payload = '' }) => options.onPayload(payload));
    try {
      await client.query(`listen ${channel}`);
      await options.onListening(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      listening = null;
      connection = null;
      options.onGap();
      void relisten();
    });
    connection = ++latest;
    return client;
  }

  async function ready(): Promise<pg.Client> {
    if (isClosed) throw new Error('Live topics are closed.');
    listening ??= listen().catch((error) => {
      listening = null;
      throw error;
    });
    const client = await listening;
    if (isClosed) throw new Error('Live topics are closed.');
    return client;
  }

  /** Undefined without a connection. */
  const client = async () => listening?.catch(() => undefined);

  async function relisten(): Promise<void> {
    let delayMs = options.reconnectDelayMs;
    while (!isClosed && options.isNeeded()) {
      await sleep(delayMs, undefined, { ref: false });
      if (isClosed) return;
      try {
        await ready();
        return;
      } catch (err) {
        options.log.warn({ err }, 'live topics can not listen; trying again');
        delayMs = Math.min(delayMs * 2, reconnectDelayMsMax);
      }
    }
  }

  return {
    ready,
    connection: () => connection,
    client,
    async close() {
      isClosed = true;
      await (await client())?.end();
    },
  };
}
