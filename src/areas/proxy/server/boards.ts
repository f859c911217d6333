// What a process knows of a resource and its proxies, to pick one without asking the database. A
// change made here is known here before its caller is answered; other processes hear of it by a
// notification, and in any case nobody picks from what was read more than 15 s ago.
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { lostTopic } from '#kernel/live-topics.ts';
import { openShelf, type Reading, type Shelf } from './board-shelf.ts';
import { type CandidateRow, loadCandidates } from './candidate-store.ts';
import { newPair, type Pair } from './pair-states.ts';
import { fromRow } from './pair-store.ts';
import { type Candidate, type Cursor, seedOf } from './pick.ts';
import { findResource, findResourceById, type ResourceRow } from './resource-store.ts';

/** A row of the pool with how it fares here; credentials stay sealed until they are needed. */
export type Seat = Candidate & { row: CandidateRow };
export type Board = {
  resource: ResourceRow;
  seats: readonly Seat[];
  byId: ReadonlyMap<string, Seat>;
  cursor: Cursor;
};

/** `resourceId` is null for a proxy of the pool: any board may have it. */
export type Change = { resourceId: string | null; proxyId?: string; pair?: Pair };

export type Boards = {
  /** Null for a name that the account has not. */
  find(accountId: number, name: string): Promise<Board | null>;
  findById(resourceId: string): Promise<Board | null>;
  /**
   * In the transaction of a change. Once it has committed this process knows it, before the caller
   * is answered, and the others hear of it.
   */
  publish(tx: Tx, change: Change): Promise<void>;
};

const freshMs = 15_000;
/** Boards in use are read again before they are too old, so that no request waits for it. */
const refreshMs = 10_000;
const namesMax = 500;
const readsMax = 5;
/** Ids of accounts begin at 1: what is published to this one reaches the processes alone. */
const everyProcess = 0;
const topic = 'proxy_boards';

type Told = Change & { origin: string };

/** Once a process, begun anew by the next use when it ended. */
function followChanges(
  { live, log }: Kernel,
  shelf: Pick<Shelf, 'apply' | 'hear'>,
  origin: string,
): () => void {
  let isFollowing = false;
  async function follow(): Promise<void> {
    const { signal } = new AbortController();
    const wanted = { accountId: everyProcess, topics: [topic], signal };
    for await (const message of await live.subscribe(wanted))
      if (message.topic === lostTopic) shelf.apply({ resourceId: null });
      else if ((message.data as Told).origin !== origin) shelf.hear(message.data as Told);
  }
  return () => {
    if (isFollowing) return;
    isFollowing = true;
    follow()
      .catch((err) => log.warn({ err }, 'changes of proxies arrive late'))
      .finally(() => {
        isFollowing = false;
      });
  };
}

export function openBoards(kernel: Kernel): Boards {
  const { clock, live, log, work } = kernel;
  const shelf = openShelf();
  const names = createNames(kernel);
  // A process has its own changes already.
  const origin = createId();
  const startFollowing = followChanges(kernel, shelf, origin);
  const read = (id: string) =>
    shelf.readOnce(id, (reading) => readBoard(kernel, shelf, id, reading));

  async function findById(id: string): Promise<Board | null> {
    startFollowing();
    const entry = shelf.get(id);
    const ageMs = entry && !entry.isOld ? clock.now().getTime() - entry.readAtMs : freshMs;
    if (!entry || ageMs >= freshMs) return read(id);
    if (ageMs >= refreshMs)
      read(id).catch((err) => {
        log.warn({ err }, 'the proxies of a resource could not be read again');
      });
    return entry.board;
  }

  return {
    findById,
    async find(accountId, name) {
      const known = names.recall(accountId, name);
      const board = known ? await findById(known) : null;
      if (board) return board;
      const id = await names.read(accountId, name);
      return id ? findById(id) : null;
    },
    publish(tx, change) {
      work.afterCommit(tx, () => shelf.apply(change));
      return live.publish(tx, { topic, accountId: everyProcess, data: { ...change, origin } });
    },
  };
}

/** Blocks that come meanwhile are in it; for anything else it is read again. */
async function readBoard(
  { clock, work }: Kernel,
  shelf: Shelf,
  id: string,
  reading: Reading,
): Promise<Board | null> {
  const before = shelf.get(id)?.board;
  for (let time = 1; ; time++) {
    reading.pairs.clear();
    reading.isStale = false;
    const now = clock.now();
    const { resource, rows } = await work.read(async (db) => ({
      resource: await findResourceById(db, id),
      rows: await loadCandidates(db, id, now),
    }));
    if (reading.isStale && time < readsMax) continue;
    const board = resource ? boardOf(resource, rows, before, reading.pairs) : null;
    shelf.put(id, { board, readAtMs: now.getTime(), isOld: reading.isStale });
    return board;
  }
}

/** Which resource a name stands for: kept, as every request asks. */
function createNames({ work }: Kernel) {
  const ids = new Map<string, string>();
  const keyOf = (accountId: number, name: string) => `${accountId} ${name}`;
  return {
    recall: (accountId: number, name: string) => ids.get(keyOf(accountId, name)),
    async read(accountId: number, name: string): Promise<string | null> {
      const resource = await work.read((db) => findResource(db, accountId, name));
      if (!resource) return null;
      if (ids.size > namesMax) ids.clear();
      ids.set(keyOf(accountId, name), resource.id);
      return resource.id;
    },
  };
}

/**
 * Seats that were there go on as the same objects, so that a request which holds the board of
 * before sees a block too. Counts and soft states are known better here than in the table, and
 * `changed` is newer than the rows.
 */
function boardOf(
  resource: ResourceRow,
  rows: readonly CandidateRow[],
  before: Board | null | undefined,
  changed: ReadonlyMap<string, Pair>,
): Board {
  const seats = rows.map((row): Seat => {
    const known = before?.byId.get(row.id);
    const stored = row.block_count === null ? { ...newPair } : fromRow(row);
    const seat: Seat = {
      id: row.id,
      seed: known?.seed ?? seedOf(row.id),
      protocol: row.protocol,
      host: row.host,
      port: row.port,
      country: row.country_code,
      isDead: row.is_dead,
      uses: Math.max(known?.uses ?? 0, Number(row.requests_total ?? 0)),
      pair: changed.get(row.id) ?? (known ? softer(stored, known.pair) : stored),
      row,
    };
    return known ? Object.assign(known, seat) : seat;
  });
  const byId = new Map(seats.map((seat) => [seat.id, seat]));
  return { resource, seats, byId, cursor: before?.cursor ?? { next: 0 } };
}

/** Blocks are stored at once, failures within a second: the block is the table's. */
const softer = (stored: Pair, known: Pair): Pair =>
  stored.blockedUntil === known.blockedUntil
    ? { ...stored, failures: known.failures, cooldownUntil: known.cooldownUntil }
    : stored;
