// What was read from the database within the last seconds, such as API keys and sessions, so that
// most calls need no query. A change is dropped from the cache of every process: immediately
// through a database notification, after 5 s at the latest if the notification is lost. While the
// process hears no notifications, nothing is cached.
import type { Tx } from '../database/database.ts';
import type { Kernel } from '../kernel.ts';
import { everyProcess, followTopic } from './follow-topic.ts';

export type ShortCache<Value, Change> = {
  find(key: string): Promise<Value>;
  /**
   * Called in the transaction of a change: every process drops what it is about, this one right
   * after the commit and before the caller gets the response.
   */
  invalidate(tx: Tx, change: Change): Promise<void>;
};

type ShortCacheOptions<Value, Change> = {
  topic: string;
  load(key: string): Promise<Value>;
  isAbout(change: Change, key: string, value: Value): boolean;
  /** Logged while changes of other processes can't be heard. */
  warning: string;
};

type Entry<Value> = {
  loadedAtMs: number;
  /** The connection on which changes are heard since then. */
  connection: number;
  found: Promise<Value>;
  /** Once it is loaded. */
  value?: Value;
};

const freshMs = 5000;
/** What does not exist is cached too, so the size is bounded against guessing. */
const entriesMax = 10_000;

export function createShortCache<Value, Change>(
  kernel: Pick<Kernel, 'clock' | 'live' | 'log' | 'work'>,
  { topic, load, isAbout, warning }: ShortCacheOptions<Value, Change>,
): ShortCache<Value, Change> {
  const { clock, live, work } = kernel;
  /** The oldest first. */
  const entries = new Map<string, Entry<Value>>();
  const follow = followTopic(kernel, {
    topic,
    onMessage: (change) => drop(change as Change),
    onLost: () => entries.clear(),
    warning,
  });

  /** An entry that is not loaded yet may be about anything. */
  function drop(change: Change): void {
    for (const [key, { value }] of entries)
      if (value === undefined || isAbout(change, key, value)) entries.delete(key);
  }

  function isFresh({ loadedAtMs }: Entry<Value>): boolean {
    const ageMs = clock.now().getTime() - loadedAtMs;
    return ageMs >= 0 && ageMs < freshMs;
  }

  function deleteOldest(): void {
    for (const [key, entry] of entries) {
      if (entries.size <= entriesMax && isFresh(entry)) return;
      entries.delete(key);
    }
  }

  function ask(key: string, connection: number): Promise<Value> {
    const found = load(key);
    const entry: Entry<Value> = { loadedAtMs: clock.now().getTime(), connection, found };
    entries.delete(key);
    entries.set(key, entry);
    found.then(
      (value) => {
        entry.value = value;
      },
      () => entries.get(key) === entry && entries.delete(key),
    );
    deleteOldest();
    return found;
  }

  return {
    async find(key) {
      const connection = follow.connection() ?? (await follow.open());
      if (connection === null) return load(key);
      const entry = entries.get(key);
      return entry?.connection === connection && isFresh(entry)
        ? entry.found
        : ask(key, connection);
    },
    async invalidate(tx, change) {
      await live.publish(tx, { topic, accountId: everyProcess, data: change });
      work.afterCommit(tx, () => drop(change));
    },
  };
}
