import { expect, test } from 'vitest';
import { initialHealth } from '../health/proxy-health.ts';
import { changeCandidate, createCandidateList } from './candidate-state.ts';
import type { Candidate, ResourcePool } from './resource-pool.ts';
import { createStickySessions } from './sticky-sessions.ts';

const start = Date.parse('2026-11-20T12:00:00Z');
const ttlMs = 600_000;
const makeBoard = (count: number): ResourcePool => {
  const candidates = Array.from({ length: count }, (_, at) => {
    const id = `proxy-${at}`;
    const health = { ...initialHealth };
    return {
      id,
      country: at % 2 ? 'DE' : 'US',
      city: '',
      isDead: false,
      useCount: 0,
      health,
    };
  }) as unknown as Candidate[];
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  return {
    resource: { id: 'shop' },
    ...createCandidateList(candidates),
    byId,
    cursor: { next: 0 },
  } as unknown as ResourcePool;
};
const open = () => {
  const sessions = createStickySessions();
  return (pool: ResourcePool, session: string, afterMs: number, country?: string) =>
    sessions.select(pool, {
      strategy: 'sticky',
      now: start + afterMs,
      ttlMs,
      session,
      country,
    });
};

test('a session keeps its proxy for its whole duration, whenever it started', () => {
  const pool = makeBoard(50);
  const ask = open();
  for (let at = 0; at < 200; at++) {
    const beganMs = at * 7919;
    const first = ask(pool, `s${at}`, beganMs);
    for (const later of [1, 271_000, ttlMs - 1])
      expect(ask(pool, `s${at}`, beganMs + later)).toBe(first);
  }
});

test('after its duration a session gets other proxies', () => {
  const pool = makeBoard(50);
  const ask = open();
  const had = Array.from({ length: 30 }, (_, turn) => ask(pool, 'cart', turn * ttlMs)?.id);
  expect(new Set(had).size).toBeGreaterThan(5);
});

test('a cooldown moves the session once: it does not return afterwards', () => {
  const pool = makeBoard(50);
  const ask = open();
  const first = ask(pool, 'cart', 0)!;
  changeCandidate(first, { health: { ...initialHealth, cooldownUntil: start + 31_000 } });
  const second = ask(pool, 'cart', 1000)!;
  expect(second).not.toBe(first);
  expect(ask(pool, 'cart', 60_000)).toBe(second);
  expect(ask(pool, 'cart', ttlMs + 999)).toBe(second);
});

test('each country has its own proxy, and a deleted one is replaced', () => {
  const pool = makeBoard(10);
  const ask = open();
  const german = ask(pool, 'cart', 0, 'DE')!;
  expect(german.country).toBe('DE');
  expect(ask(pool, 'cart', 1, 'US')?.country).toBe('US');
  expect(ask(pool, 'cart', 2, 'DE')).toBe(german);
  const candidates = pool.candidates.filter((candidate) => candidate !== german);
  const less = {
    ...pool,
    ...createCandidateList(candidates),
    byId: new Map(candidates.map((candidate) => [candidate.id, candidate])),
  };
  expect(candidates).toContain(ask(less, 'cart', 3, 'DE'));
  for (const candidate of candidates) changeCandidate(candidate, { isDead: true });
  expect(ask(less, 'cart', 4)).toBeNull();
});
