// Uses are counted in memory and stored within a second by four statements: a write for each would
// cost more than the request. kill -9 loses that second of counts, and never a block.
import { withCaller } from '#kernel/database/work.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { FailureReason } from '../proxy-words.ts';
import type { Board, Seat } from './boards.ts';
import { addHours, addParts } from './figures-store.ts';
import { bucketOf } from './latency-buckets.ts';
import { applyEvent } from './pair-states.ts';
import { addUses } from './pair-store.ts';
import { openTally, type Tally } from './tally.ts';

export type Use = {
  /** Of the answer; absent when none came, and for a tunnel, which hides it. */
  status?: number | undefined;
  /** Why it failed; absent for a success. */
  error?: FailureReason | undefined;
  latencyMs: number;
  keyId?: string | undefined;
};

export type Uses = {
  note(board: Board, seat: Seat, use: Use): void;
  /** Bytes that a key moved, both ways, as they went through the proxy. */
  noteBytes(resourceId: string, keyId: string | undefined, bytes: number): void;
  /** Handed out by the API: it was not seen what became of it. */
  noteLease(resourceId: string, proxyIds: readonly string[]): void;
  noteBlock(resourceId: string, proxyId: string): void;
  flush(): Promise<void>;
};

const flushMs = 1000;

export function openUses(kernel: Kernel): Uses {
  const { clock, work, log } = kernel;
  const tally = openTally(clock, () => {
    timer ??= setTimeout(() => void flush(), flushMs).unref();
  });
  let timer: NodeJS.Timeout | undefined;
  let flushing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const { sums, parts, pairs } = tally.take();
    if (sums.length + parts.length + pairs.length === 0) return;
    // They are everybody's, whoever began the second.
    await withCaller('uses of proxies', () =>
      work.write(async (tx) => {
        await addUses(tx, pairs);
        await addHours(tx, sums);
        await addParts(tx, parts);
      }),
    );
  }

  function flush(): Promise<void> {
    flushing = flushing.then(write).catch((err) => {
      log.error({ err }, 'uses of proxies could not be stored');
    });
    return flushing;
  }

  return {
    note: (board, seat, use) => noteUse(tally, board, seat, use, clock.now().getTime()),
    noteBytes(resourceId, keyId, bytes) {
      tally.sumOf(resourceId).bytes += bytes;
      tally.addPart(resourceId, 'key', keyId ?? '', 0, bytes);
    },
    noteLease(resourceId, proxyIds) {
      // Without a request of its own the resource was used all the same.
      tally.sumOf(resourceId);
      for (const id of proxyIds) tally.pairOf(resourceId, id);
    },
    noteBlock(resourceId, proxyId) {
      tally.sumOf(resourceId);
      tally.addPart(resourceId, 'block', proxyId, 1);
      // The failures that led here are spent.
      const pair = tally.pairOf(resourceId, proxyId);
      pair.failures = 0;
      pair.cooldownUntil = 0;
    },
    flush,
  };
}

function noteUse(tally: Tally, board: Board, seat: Seat, use: Use, now: number): void {
  const { status, error, latencyMs, keyId } = use;
  const { id, max_failures, block_duration_seconds } = board.resource;
  const rules = { failuresMax: max_failures, blockMs: block_duration_seconds * 1000 };
  const event = error
    ? ({ kind: 'failed', reason: error } as const)
    : ({ kind: 'succeeded' } as const);
  // The failure that blocks is stored by whoever asks for it: see use-seat.ts.
  const next = applyEvent(seat.pair, event, rules, now);
  if (next.blockedUntil === seat.pair.blockedUntil) seat.pair = next;
  const sum = tally.sumOf(id);
  sum.requests++;
  if (error) sum.failed++;
  else sum.successful++;
  if (error === 'banned') sum.blocked++;
  sum.latencyMs += Math.round(latencyMs);
  tally.addPart(id, 'latency', String(bucketOf(latencyMs)), 1);
  if (status) tally.addPart(id, 'status', String(status), 1);
  if (error) tally.addPart(id, 'error', error, 1);
  if (seat.country) tally.addPart(id, 'country', seat.country, 1);
  tally.addPart(id, 'key', keyId ?? '', 1);
  const pair = tally.pairOf(id, seat.id);
  pair.requests++;
  if (!error) pair.successful++;
  pair.error = error ?? null;
  pair.failures = seat.pair.failures;
  pair.cooldownUntil = seat.pair.cooldownUntil;
}
