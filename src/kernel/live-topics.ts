// Messages to open event streams. PostgreSQL carries them between processes: what is published in
// a transaction reaches every process when it commits, in the order of the commits, which is the
// same for all of them. Commits that notify wait for each other, so this is for what people wait
// for (a payment, an answer), never for counting calls.
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Database, Db } from './database/database.ts';
import { createId } from './ids.ts';
import type { Logger } from './logging.ts';

export type LiveMessage = { id: string; topic: string; data: unknown };

export type LiveTopics = {
  /**
   * Tells the account's open streams when `tx` commits; a rollback tells nobody. Throws when the
   * message is 8000 bytes or longer: send ids, and let the reader fetch the rest.
   */
  publish(tx: Db, message: { topic: string; accountId: number; data: unknown }): Promise<void>;
  /**
   * Resolves when every later commit will be heard, and rejects when the database is away. Gives
   * the account's own messages alone, until the signal aborts. After `afterId` (Last-Event-ID)
   * come the messages that were missed since. One message of `lostTopic` stands for all that were
   * dropped: by a reader that was too slow, a broken connection, or an id that is not known.
   */
  subscribe(wanted: {
    accountId: number;
    topics: readonly string[];
    signal: AbortSignal;
    afterId?: string | undefined;
  }): Promise<AsyncIterable<LiveMessage>>;
  /** Ends all streams and the connection. */
  close(): Promise<void>;
};

/** The reader can no longer know what happened and loads what it shows again. Its data is null. */
export const lostTopic = 'lost';

const channel = 'live_topics';
const payloadBytesMax = 7999;
const waitingMax = 100;
const keptPerAccountMax = 20;
const keptAccountsMax = 1000;
const reconnectDelayMsMax = 10_000;

type Inbox = { topics: readonly string[]; push(message: LiveMessage): void; close(): void };

export function openLiveTopics({
  database,
  log,
  reconnectDelayMs = 250,
}: {
  database: Pick<Database, 'directClient'>;
  log: Pick<Logger, 'warn'>;
  /** Before the first attempt; doubled up to 10 s. */
  reconnectDelayMs?: number;
}): LiveTopics {
  const inboxes = new Map<number, Set<Inbox>>();
  const recent = keepRecent();
  const openInboxes = () => [...inboxes.values()].flatMap((set) => [...set]);
  const listener = openListener({
    database,
    log,
    reconnectDelayMs,
    isNeeded: () => inboxes.size > 0,
    onGap: () => recent.forget(),
    // Whoever reads already has lived through a gap.
    onListening() {
      for (const inbox of openInboxes()) inbox.push(lostMessage());
    },
    onPayload(payload) {
      const read = fromPayload(payload);
      if (!read) {
        log.warn('a notification on live topics could not be read');
        return;
      }
      recent.add(read.accountId, read.message);
      for (const inbox of inboxes.get(read.accountId) ?? [])
        if (inbox.topics.includes(read.message.topic)) inbox.push(read.message);
    },
  });

  return {
    async publish(tx, { topic, accountId, data }) {
      if (topic === lostTopic) throw new Error(`The topic "${lostTopic}" is not for publishing.`);
      const payload = JSON.stringify([createId(), accountId, topic, data]);
      const bytes = Buffer.byteLength(payload);
      if (bytes > payloadBytesMax)
        throw new Error(
          `A message on "${topic}" has ${bytes} of at most ${payloadBytesMax} bytes.`,
        );
      await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
    },

    async subscribe({ accountId, topics, signal, afterId }) {
      await listener.ready();
      const { inbox, messages } = openInbox(topics, signal, () => {
        const set = inboxes.get(accountId);
        set?.delete(inbox);
        if (set?.size === 0) inboxes.delete(accountId);
      });
      if (signal.aborted) {
        inbox.close();
        return messages;
      }
      for (const message of afterId === undefined ? [] : recent.after(accountId, afterId))
        if (message.topic === lostTopic || topics.includes(message.topic)) inbox.push(message);
      inboxes.set(accountId, (inboxes.get(accountId) ?? new Set()).add(inbox));
      return messages;
    },

    async close() {
      for (const inbox of openInboxes()) inbox.close();
      await listener.close();
    },
  };
}

/** One connection a process, opened by the first reader and opened again while there are any. */
function openListener(options: {
  database: Pick<Database, 'directClient'>;
  log: Pick<Logger, 'warn'>;
  reconnectDelayMs: number;
  isNeeded: () => boolean;
  onGap: () => void;
  onListening: () => void;
  onPayload: (payload: string) => void;
}): { ready(): Promise<void>; close(): Promise<void> } {
  let listening: Promise<pg.Client> | null = null;
  let isClosed = false;

  async function listen(): Promise<pg.Client> {
    const client = await options.database.directClient();
    client.on('notification', ({ payload = '' }) => options.onPayload(payload));
    try {
      await client.query(`listen ${channel}`);
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
    client.once('end', () => {
      listening = null;
      options.onGap();
      void relisten();
    });
    options.onListening();
    return client;
  }

  async function ready(): Promise<void> {
    if (!isClosed) {
      listening ??= listen().catch((error) => {
        listening = null;
        throw error;
      });
      await listening;
    }
    if (isClosed) throw new Error('Live topics are closed.');
  }

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
    async close() {
      isClosed = true;
      const client = await listening?.catch(() => undefined);
      await client?.end();
    },
  };
}

// The id is made by the publisher, so that it means the same message in every process.
function fromPayload(payload: string): { accountId: number; message: LiveMessage } | null {
  try {
    const [id, accountId, topic, data] = JSON.parse(payload);
    return typeof id === 'string' && typeof topic === 'string' && Number.isInteger(accountId)
      ? { accountId, message: { id, topic, data: data ?? null } }
      : null;
  } catch {
    return null;
  }
}

const lostMessage = (id = createId()): LiveMessage => ({ id, topic: lostTopic, data: null });

/** The last messages of the accounts that were told something last. */
function keepRecent() {
  const kept = new Map<number, LiveMessage[]>();
  return {
    add(accountId: number, message: LiveMessage): void {
      const messages = [...(kept.get(accountId) ?? []), message].slice(-keptPerAccountMax);
      kept.delete(accountId);
      kept.set(accountId, messages);
      const oldest = kept.keys().next();
      if (kept.size > keptAccountsMax && !oldest.done) kept.delete(oldest.value);
    },
    /** By position, not by comparing ids: the order of commits is not that of the ids. */
    after(accountId: number, id: string): LiveMessage[] {
      const messages = kept.get(accountId) ?? [];
      const at = messages.findIndex((message) => message.id === id);
      return at < 0 ? [lostMessage()] : messages.slice(at + 1);
    },
    forget: () => kept.clear(),
  };
}

/** A queue with one reader. When it is full it is emptied, and one message says so. */
function openInbox(topics: readonly string[], signal: AbortSignal, onClose: () => void) {
  let waiting: LiveMessage[] = [];
  let isClosed = false;
  let wake: () => void = () => undefined;

  const inbox: Inbox = {
    topics,
    push(message) {
      waiting = waiting.length < waitingMax ? [...waiting, message] : [lostMessage(message.id)];
      wake();
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      waiting = [];
      signal.removeEventListener('abort', inbox.close);
      onClose();
      wake();
    },
  };
  signal.addEventListener('abort', inbox.close, { once: true });

  // Written by hand: a generator that waits for its next message can't be ended from outside.
  const messages: AsyncIterableIterator<LiveMessage> = {
    [Symbol.asyncIterator]: () => messages,
    async next() {
      while (waiting.length === 0 && !isClosed) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wake = resolve;
        await promise;
      }
      const message = waiting.shift();
      return message ? { done: false, value: message } : { done: true, value: undefined };
    },
    async return() {
      inbox.close();
      return { done: true, value: undefined };
    },
  };
  return { inbox, messages };
}
