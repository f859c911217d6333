// What was read from the database a moment ago, such as API keys, sessions and plans, so that most
// calls need no query. A change is applied in every process: in its own right after the commit and
// before its caller gets the response, in others by a notification. A call that begins after that
// never gets what was read before it.
import type { Tx } from '../database/database.ts';
import type { Kernel } from '../kernel.ts';
import { everyProcess, followTopic } from './follow-topic.ts';

type FollowedCacheOptions<Key, Value, Change> = {
  topic: string;
  /** `before` is what was cached until now. */
  load(key: Key, before: Value | undefined): Promise<Value>;
  /** Whether the value is wrong after the change; it may correct the value instead. */
  isAbout(change: Change, key: Key, value: Value): boolean;
  /** The same of a value that is being loaded; without it, that is wrong after any change. */
  isAboutLoad?(change: Change, key: Key): boolean;
  /** What a notification, also of this process, changes here; it may arrive late. */
  readMessage?(change: Change): Change | null;
  /** Logged while changes of other processes can't be heard. */
  warning: string;
  /** Whether it is cached then, too: for what may be wrong for `freshMs`. */
  isCachedUnheard?: boolean;
  /** Not used from this age on. */
  freshMs?: number;
  /** Read again in the background from this age on, so that no call waits. */
  refreshMs?: number;
  /** How long it is remembered as `before`. */
  idleMs?: number;
  /** What does not exist is cached too, so the size is bounded against guessing. */
  entriesMax?: number;
};

export type FollowedCache<Key, Value, Change> = {
  /** At once if it is cached, and in nearly every call it is. */
  find(key: Key, ageMsMax?: number): Value | Promise<Value>;
  /** However old it is. */
  peek(key: Key): Value | undefined;
  /** Called in the transaction of a change. */
  invalidate(tx: Tx, change: Change): Promise<void>;
};

type Entry<Value> = {
  value: Value;
  loadedAtMs: number;
  /** The connection on which changes are heard since then. */
  connection: number | null;
  isStale: boolean;
};
/** `connection` is undefined until it begins to read. */
type Reading = { isStale: boolean; connection?: number | null };

export function createFollowedCache<Key, Value, Change>(
  kernel: Pick<Kernel, 'clock' | 'live' | 'log' | 'work'>,
  options: FollowedCacheOptions<Key, Value, Change>,
): FollowedCache<Key, Value, Change> {
  const { clock, live, log, work } = kernel;
  const { topic, isAbout, isAboutLoad = () => true, readMessage = (one) => one } = options;
  const { warning, isCachedUnheard = false, entriesMax = 10_000 } = options;
  const { freshMs = 5000, refreshMs = freshMs, idleMs = freshMs } = options;
  const entries = createEntries<Key, Value>(kernel, entriesMax, idleMs);
  const loads = new Map<Key, Reading & { value: Promise<Value> }>();
  const follow = followTopic(kernel, {
    topic,
    onMessage: (data) => apply(readMessage(data as Change)),
    onLost: () => {
      for (const one of [...entries.all.values(), ...loads.values()]) one.isStale = true;
    },
    warning,
  });

  function apply(change: Change | null): void {
    if (change === null) return;
    for (const [key, entry] of entries.all)
      if (isAbout(change, key, entry.value)) entry.isStale = true;
    for (const [key, load] of loads) if (isAboutLoad(change, key)) load.isStale = true;
  }

  async function read(key: Key, reading: Reading): Promise<Value> {
    reading.connection = await follow.open();
    // From here on changes are heard, so that none is missed between the query and the next one.
    reading.isStale = false;
    const loadedAtMs = clock.now().getTime();
    const value = await options.load(key, entries.all.get(key)?.value);
    const { connection, isStale } = reading;
    if (connection !== null || isCachedUnheard)
      entries.save(key, { value, loadedAtMs, connection, isStale });
    return value;
  }

  function load(key: Key): Promise<Value> {
    const running = loads.get(key);
    if (running && !isCachedUnheard && !isHeard(running, follow.connection()))
      return options.load(key, undefined);
    // What is being read may be from before the change.
    if (running?.isStale) return running.value.then(() => load(key));
    if (running) return running.value;
    const begun: Reading = { isStale: false };
    const value = read(key, begun).finally(() => loads.delete(key));
    loads.set(key, Object.assign(begun, { value }));
    return value;
  }

  return {
    find(key, ageMsMax = freshMs) {
      const entry = entries.all.get(key);
      const isUsable =
        entry && !entry.isStale && (isCachedUnheard || entry.connection === follow.connection());
      const age = isUsable ? entries.ageMs(entry) : Infinity;
      if (!entry || age >= ageMsMax) return load(key);
      if (age >= refreshMs)
        load(key).catch((err) => log.warn({ err, topic }, 'a cache could not be refreshed'));
      return entry.value;
    },
    peek: (key) => entries.all.get(key)?.value,
    async invalidate(tx, change) {
      await live.publish(tx, { topic, accountId: everyProcess, data: change });
      work.afterCommit(tx, () => apply(change));
    },
  };
}

/** Whether the changes since it began to read were heard. */
const isHeard = ({ connection }: Reading, current: number | null): boolean =>
  connection === undefined || (connection !== null && connection === current);

function createEntries<Key, Value>(
  { clock }: Pick<Kernel, 'clock'>,
  entriesMax: number,
  idleMs: number,
) {
  /** The oldest first. */
  const all = new Map<Key, Entry<Value>>();
  function ageMs({ loadedAtMs }: Entry<Value>): number {
    const ms = clock.now().getTime() - loadedAtMs;
    return ms < 0 ? Number.POSITIVE_INFINITY : ms;
  }
  return {
    all,
    ageMs,
    save(key: Key, entry: Entry<Value>): void {
      all.delete(key);
      all.set(key, entry);
      for (const [oldKey, old] of all) {
        if (all.size <= entriesMax && ageMs(old) < idleMs) return;
        all.delete(oldKey);
      }
    },
  };
}
