// Messages to open event streams, carried between processes by NOTIFY of PostgreSQL: a message that
// is published in a transaction reaches every process when it commits, in the order of the commits.
// Commits that notify are serialized, so use it for events that users wait for (a payment, a
// reply), never for high-frequency events such as calls.
import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { Database } from '../database/open-database.ts';
import { BusyError } from '../fair-queue.ts';
import { createId } from '../ids.ts';
import type { Logger } from '../observability/logging.ts';
import { createFollowing, isFollowed, takeFollowed } from './followed-accounts.ts';
import { channel, openListener } from './live-listener.ts';

export type LiveMessage = { id: string; topic: string; data: unknown };

export type LiveTopics = {
  /**
   * Sends the message to the account's open streams when `tx` commits. Throws for a message of 8000
   * bytes or more: send ids and let the reader fetch the rest.
   */
  publish(tx: Db, message: { topic: string; accountId: number; data: unknown }): Promise<void>;
  /**
   * Resolves when every later commit will be delivered, and rejects during a database outage.
   * Yields the account's messages until the signal aborts; with `afterId` (Last-Event-ID) those
   * missed since come first. One message of `lostTopic` replaces all messages that were dropped:
   * because of a slow reader, a broken connection, or an unknown id.
   */
  subscribe(subscription: {
    accountId: number;
    topics: readonly string[];
    signal: AbortSignal;
    afterId?: string | undefined;
  }): Promise<AsyncIterable<LiveMessage>>;
  /**
   * Whether anybody follows a topic of `observedTopics`, in any process, for publishers who would
   * do work for nobody. It may say so of a topic that nobody follows.
   */
  isFollowed(db: Db, subscription: { accountId: number; topic: string }): Promise<boolean>;
  /**
   * Numbers the connections on which messages arrive; null while there is none. Whoever remembers
   * something may miss a message between two of them.
   */
  connection(): number | null;
  /** Ends all streams and the connection. */
  close(): Promise<void>;
};

/** Tells the reader that messages were lost and that it must reload its data. Its data is null. */
export const lostTopic = 'lost';

/** Those of `isFollowed`. Each stream of one holds a lock, so their number is limited. */
const observedTopics: readonly string[] = ['webhooks'];
const observedStreamsMax = 500;

const payloadBytesMax = 7999;
const waitingMax = 100;
const recentPerAccountMax = 20;
const recentAccountsMax = 1000;

const listObserved = ({ topics }: Pick<Inbox, 'topics'>) =>
  topics.filter((topic) => observedTopics.includes(topic));

type Inbox = { topics: readonly string[]; push(message: LiveMessage): void; close(): void };

type Options = {
  database: Pick<Database, 'directClient'>;
  log: Pick<Logger, 'warn'>;
  /** Before the first attempt; doubled up to 10 s. */
  reconnectDelayMs?: number;
  observedMax?: number;
};

export function openLiveTopics(options: Options): LiveTopics {
  const { database, log, reconnectDelayMs = 250, observedMax = observedStreamsMax } = options;
  const inboxes = new Map<number, Set<Inbox>>();
  const recent = createRecentMessages();
  const openInboxes = () => [...inboxes.values()].flatMap((set) => [...set]);
  const listener = openListener({
    database,
    log,
    reconnectDelayMs,
    isNeeded: () => inboxes.size > 0,
    onGap: () => recent.clear(),
    // Readers that are subscribed already may have missed messages.
    async onListening(client) {
      for (const [accountId, set] of inboxes)
        for (const topic of [...set].flatMap(listObserved))
          await takeFollowed(client, topic, accountId);
      for (const inbox of openInboxes()) inbox.push(lostMessage());
    },
    onPayload(payload) {
      const read = fromPayload(payload);
      if (!read) return log.warn('a notification on live topics could not be read');
      recent.add(read.accountId, read.message);
      for (const inbox of inboxes.get(read.accountId) ?? [])
        if (inbox.topics.includes(read.message.topic)) inbox.push(read.message);
    },
  });

  return {
    publish,

    isFollowed: (db, { accountId, topic }) => isFollowed(db, topic, accountId),

    async subscribe({ accountId, topics, signal, afterId }) {
      const observed = listObserved({ topics });
      if (observed.length > 0 && openInboxes().flatMap(listObserved).length >= observedMax)
        throw new BusyError('Too many streams of observed topics are open.', 30);
      const client = await listener.ready();
      const following = createFollowing(accountId);
      const letGo = async () => following.release(await listener.client());
      const { inbox, messages } = openInbox(topics, signal, () => {
        const set = inboxes.get(accountId);
        set?.delete(inbox);
        if (set?.size === 0) inboxes.delete(accountId);
        void letGo();
      });
      if (signal.aborted) {
        inbox.close();
        return messages;
      }
      for (const message of afterId === undefined ? [] : recent.after(accountId, afterId))
        if (message.topic === lostTopic || topics.includes(message.topic)) inbox.push(message);
      inboxes.set(accountId, (inboxes.get(accountId) ?? new Set()).add(inbox));
      try {
        await following.take(client, observed);
        if (signal.aborted) await letGo();
      } catch (error) {
        inbox.close();
        throw error;
      }
      return messages;
    },

    connection: listener.connection,

    async close() {
      for (const inbox of openInboxes()) inbox.close();
      await listener.close();
    },
  };
}

const publish: LiveTopics['publish'] = async (tx, { topic, accountId, data }) => {
  if (topic === lostTopic) throw new Error(`The topic "${lostTopic}" is reserved.`);
  const payload = JSON.stringify([createId(), accountId, topic, data]);
  const bytes = Buffer.byteLength(payload);
  if (bytes > payloadBytesMax)
    throw new Error(`A message on "${topic}" has ${bytes} of at most ${payloadBytesMax} bytes.`);
  await sql`select pg_notify(${channel}, ${payload})`.execute(tx);
};

// The publisher creates the id, so that it identifies the same message in every process.
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

/** The latest messages of the most recently notified accounts. */
function createRecentMessages() {
  const messagesByAccount = new Map<number, LiveMessage[]>();
  return {
    add(accountId: number, message: LiveMessage): void {
      const messages = [...(messagesByAccount.get(accountId) ?? []), message].slice(
        -recentPerAccountMax,
      );
      messagesByAccount.delete(accountId);
      messagesByAccount.set(accountId, messages);
      const oldest = messagesByAccount.keys().next();
      if (messagesByAccount.size > recentAccountsMax && !oldest.done)
        messagesByAccount.delete(oldest.value);
    },
    /** By position, not by comparing ids: commits do not follow the order of ids. */
    after(accountId: number, id: string): LiveMessage[] {
      const messages = messagesByAccount.get(accountId) ?? [];
      const at = messages.findIndex((message) => message.id === id);
      return at < 0 ? [lostMessage()] : messages.slice(at + 1);
    },
    clear: () => messagesByAccount.clear(),
  };
}

/** A queue with one reader. When it is full, it is replaced by a single "lost" message. */
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

  // Not a generator: one that waits for its next message could not be ended from outside.
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
