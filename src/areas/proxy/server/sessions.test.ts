import { expect, test } from 'vitest';
import type { Board, Seat } from './boards.ts';
import { newPair } from './pair-states.ts';
import { seedOf } from './pick.ts';
import { openSessions } from './sessions.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const ttlMs = 600_000;
const makeBoard = (count: number): Board => {
  const seats = Array.from({ length: count }, (_, at) => {
    const id = `proxy-${at}`;
    const pair = { ...newPair };
    return { id, seed: seedOf(id), country: at % 2 ? 'DE' : 'US', isDead: false, uses: 0, pair };
  }) as unknown as Seat[];
  const byId = new Map(seats.map((seat) => [seat.id, seat]));
  return { resource: { id: 'shop' }, seats, byId, cursor: { next: 0 } } as unknown as Board;
};
const open = () => {
  const sessions = openSessions();
  return (board: Board, session: string, afterMs: number, country?: string) =>
    sessions.pick(board, {
      strategy: 'sticky',
      now: start + afterMs,
      ttlMs,
      session,
      country,
    });
};

test('a session keeps its proxy for the whole of its time, whenever that began', () => {
  const board = makeBoard(50);
  const ask = open();
  for (let at = 0; at < 200; at++) {
    const beganMs = at * 7919;
    const first = ask(board, `s${at}`, beganMs);
    for (const later of [1, 271_000, ttlMs - 1])
      expect(ask(board, `s${at}`, beganMs + later)).toBe(first);
  }
});

test('when its time is over it has others', () => {
  const board = makeBoard(50);
  const ask = open();
  const had = Array.from({ length: 30 }, (_, turn) => ask(board, 'cart', turn * ttlMs)?.id);
  expect(new Set(had).size).toBeGreaterThan(5);
});

test('a rest moves it once: it does not come back when the rest is over', () => {
  const board = makeBoard(50);
  const ask = open();
  const first = ask(board, 'cart', 0)!;
  first.pair = { ...newPair, cooldownUntil: start + 31_000 };
  const second = ask(board, 'cart', 1000)!;
  expect(second).not.toBe(first);
  expect(ask(board, 'cart', 60_000)).toBe(second);
  expect(ask(board, 'cart', ttlMs + 999)).toBe(second);
});

test('each country has its own, and a proxy that is gone is replaced', () => {
  const board = makeBoard(10);
  const ask = open();
  const german = ask(board, 'cart', 0, 'DE')!;
  expect(german.country).toBe('DE');
  expect(ask(board, 'cart', 1, 'US')?.country).toBe('US');
  expect(ask(board, 'cart', 2, 'DE')).toBe(german);
  const seats = board.seats.filter((seat) => seat !== german);
  const less = { ...board, seats, byId: new Map(seats.map((seat) => [seat.id, seat])) };
  expect(seats).toContain(ask(less, 'cart', 3, 'DE'));
  for (const seat of seats) seat.isDead = true;
  expect(ask(less, 'cart', 4)).toBeNull();
});
