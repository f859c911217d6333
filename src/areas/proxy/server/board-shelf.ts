// What a process keeps of boards, and how a change finds its way into them: also into one that is
// being read at that moment, as what was read may lack it.
import type { Board, Change } from './boards.ts';
import type { Pair } from './pair-states.ts';

export type Entry = {
  board: Board | null;
  readAtMs: number;
  /** Not to be used before it was read again; what is counted in it goes on. */
  isOld: boolean;
};
/** What changed since the reading began: pairs as they are now, or anything else. */
export type Reading = { pairs: Map<string, Pair>; isStale: boolean };

const keptMax = 500;

export type Shelf = ReturnType<typeof openShelf>;

export function openShelf() {
  const entries = new Map<string, Entry>();
  const readings = new Map<string, Reading & { board: Promise<Board | null> }>();

  const seatOf = ({ resourceId, proxyId }: Change) =>
    resourceId === null || proxyId === undefined
      ? undefined
      : entries.get(resourceId)?.board?.byId.get(proxyId);

  function forgetAll(): void {
    for (const entry of entries.values()) entry.isOld = true;
    for (const reading of readings.values()) reading.isStale = true;
  }

  /** A change of this process: it is known here before its caller is answered. */
  function apply(change: Change): void {
    const { resourceId, proxyId, pair } = change;
    if (resourceId === null) {
      forgetAll();
      return;
    }
    const entry = entries.get(resourceId);
    const reading = readings.get(resourceId);
    const seat = seatOf(change);
    const isOfPair = proxyId !== undefined && pair !== undefined;
    if (isOfPair) reading?.pairs.set(proxyId, pair);
    else if (reading) reading.isStale = true;
    if (isOfPair && seat) seat.pair = pair;
    else if (entry) entry.isOld = true;
  }

  return {
    get: (id: string): Entry | undefined => entries.get(id),
    put(id: string, entry: Entry): void {
      entries.delete(id);
      entries.set(id, entry);
      const oldest = entries.keys().next();
      if (entries.size > keptMax && !oldest.done) entries.delete(oldest.value);
    },
    apply,
    /** Of another process, and perhaps late: it lengthens a block; for less the table is asked. */
    hear(change: Change): void {
      const known = seatOf(change)?.pair;
      const isLonger = change.pair && known && change.pair.blockedUntil >= known.blockedUntil;
      apply(isLonger ? change : { resourceId: change.resourceId });
    },
    /** Once at a time for each resource, however many ask. */
    readOnce(id: string, read: (reading: Reading) => Promise<Board | null>) {
      const running = readings.get(id);
      if (running) return running.board;
      const reading = {
        pairs: new Map(),
        isStale: false,
        board: Promise.resolve<Board | null>(null),
      };
      readings.set(id, reading);
      reading.board = read(reading).finally(() => readings.delete(id));
      return reading.board;
    },
  };
}
