// One try through one proxy: what it was, and what follows from how it went.
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import type { FailureReason } from '../proxy-words.ts';
import { blockPair } from './block-proxy.ts';
import type { Board, Seat } from './boards.ts';
import { fits, pick, type Wish } from './pick.ts';
import type { Proxies } from './proxies.ts';
import type { Exit } from './tunnel.ts';

export type Asked = {
  session?: string | undefined;
  country?: string | undefined;
  tried?: ReadonlySet<string>;
  keyId?: string | undefined;
};

export const attemptsMax = 3;

/** The one to use next; it is not counted as used. */
export function findSeat({ kernel, sessions }: Proxies, board: Board, asked: Asked): Seat | null {
  const { strategy, sticky_ttl_seconds } = board.resource;
  // Without a name of its own a sticky caller is known by its key.
  const session = asked.session ?? (strategy === 'sticky' ? (asked.keyId ?? 'session') : undefined);
  const wish: Wish = {
    strategy,
    now: kernel.clock.now().getTime(),
    ttlMs: sticky_ttl_seconds * 1000,
    country: asked.country,
    tried: asked.tried,
  };
  return session === undefined
    ? pick(board.seats, wish, board.cursor)
    : sessions.pick(board, { ...wish, session });
}

/** Counted at once, so that of many at the same time each least used one is another. */
export function takeSeat(proxies: Proxies, board: Board, asked: Asked): Seat | null {
  const seat = findSeat(proxies, board, asked);
  if (seat) seat.uses++;
  return seat;
}

export const hasSeat = ({ kernel }: Proxies, board: Board, country?: string): boolean => {
  const wish = { now: kernel.clock.now().getTime(), country };
  return board.seats.some((seat) => fits(seat, wish));
};

export const exitOf = ({ vault }: Proxies, { row, protocol, host, port }: Seat): Exit => ({
  protocol,
  host,
  port,
  login: vault.open(row.id, row.credentials),
});

export type Outcome = {
  status?: number | undefined;
  error?: FailureReason | undefined;
  latencyMs: number;
  keyId?: string | undefined;
};

/** When the answer, or one failure too many, has blocked the pair, that is stored then. */
export async function settle(
  proxies: Proxies,
  board: Board,
  seat: Seat,
  { status, error, latencyMs, keyId }: Outcome,
): Promise<void> {
  const { resource } = board;
  const isBan = status !== undefined && resource.ban_status_codes.includes(status);
  const failure = error ?? (isBan ? ('banned' as const) : undefined);
  const isLast = failure !== undefined && seat.pair.failures + 1 >= resource.max_failures;
  proxies.uses.note(board, seat, { status, error: failure, latencyMs, keyId });
  if (!failure || (!isBan && !isLast)) return;
  const note = isBan ? `HTTP ${status}` : '';
  // The gateway has no call of the API whose account would stand for it.
  await withCaller(accountCaller(resource.account_id), () =>
    proxies.kernel.work.write((tx) =>
      blockPair(proxies, tx, resource, seat.id, { reason: failure, note }),
    ),
  );
}
