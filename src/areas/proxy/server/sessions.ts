// Which proxy a session has: the one it was given first, until its time is over or the proxy rests,
// is blocked or dies. It then has another, and keeps that.
import { LRUCache } from 'lru-cache';
import type { Board, Seat } from './boards.ts';
import { fits, pick, type Wish } from './pick.ts';

/** Of one process; what was unused for longest is forgotten beyond it. */
const keptMax = 50_000;

export type Sessions = {
  /** As `pick`, and the same again for as long as it fits. */
  pick(board: Board, wish: Wish & { session: string }): Seat | null;
};

export function openSessions(): Sessions {
  const kept = new LRUCache<string, { proxyId: string; sinceMs: number }>({ max: keptMax });
  return {
    pick(board, wish) {
      const key = `${board.resource.id} ${wish.session} ${wish.country ?? ''}`;
      const held = kept.get(key);
      const isOver = !held || wish.now - held.sinceMs >= wish.ttlMs;
      const seat = isOver ? undefined : board.byId.get(held.proxyId);
      if (seat && fits(seat, wish)) return seat;
      const next = pick(board.seats, wish, board.cursor);
      if (next) kept.set(key, { proxyId: next.id, sinceMs: wish.now });
      return next;
    },
  };
}
