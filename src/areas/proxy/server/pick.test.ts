import { expect, test } from 'vitest';
import { newPair } from './pair-states.ts';
import { type Candidate, pick, seedOf, type Wish } from './pick.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const make = (count: number): Candidate[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `proxy-${at}`,
    seed: seedOf(`proxy-${at}`),
    protocol: 'http',
    host: '203.0.113.1',
    port: 8000 + at,
    country: at % 2 ? 'DE' : 'US',
    isDead: false,
    uses: 0,
    pair: { ...newPair },
  }));
const wish = (change: Partial<Wish> = {}): Wish => ({
  strategy: 'round_robin',
  now,
  ttlMs: 600_000,
  ...change,
});
const block = (one: Candidate) => {
  one.pair = { ...one.pair, blockedUntil: now + 1000 };
};
const deal = (all: Candidate[], given: Wish, times: number) => {
  const cursor = { next: 0 };
  return Array.from({ length: times }, () => pick(all, given, cursor)?.id ?? null);
};

test('round robin takes turns and passes over what is blocked, resting or dead', () => {
  const all = make(6);
  block(all[1]!);
  all[2]!.pair = { ...newPair, cooldownUntil: now + 1 };
  all[3]!.isDead = true;
  expect(deal(all, wish(), 4)).toEqual(['proxy-0', 'proxy-4', 'proxy-5', 'proxy-0']);
});

test('random reaches everything that is available and nothing else', () => {
  const all = make(20);
  for (const one of all.slice(0, 15)) block(one);
  const seen = new Set(deal(all, wish({ strategy: 'random' }), 400));
  expect([...seen].toSorted()).toEqual(
    all
      .slice(15)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('the least used goes first', () => {
  const all = make(3);
  all[0]!.uses = 5;
  all[1]!.uses = 2;
  all[2]!.uses = 9;
  expect(deal(all, wish({ strategy: 'least_used' }), 1)).toEqual(['proxy-1']);
});

test('a session keeps its proxy within its time, and gets another when that is blocked', () => {
  const all = make(50);
  const given = wish({ strategy: 'sticky', session: 'cart-7' });
  const [first, ...later] = deal(all, given, 10);
  expect(new Set(later)).toEqual(new Set([first]));
  block(all.find(({ id }) => id === first)!);
  const [next] = deal(all, given, 1);
  expect(next).not.toBe(first);
  expect(next).not.toBeNull();
  const turns = Array.from({ length: 30 }, (_, turn) => ({ ...given, now: now + turn * 600_000 }));
  expect(new Set(turns.map((each) => deal(all, each, 1)[0])).size).toBeGreaterThan(5);
});

test('sessions spread over the proxies', () => {
  const all = make(10);
  const chosen = Array.from(
    { length: 1000 },
    (_, at) => deal(all, wish({ session: `s${at}` }), 1)[0],
  );
  const counts = Object.values(Object.groupBy(chosen, (id) => String(id))).map(
    (each) => each!.length,
  );
  expect(counts).toHaveLength(10);
  expect(Math.max(...counts)).toBeLessThan(200);
});

test('a country, and what was tried, narrow the choice; nothing left is null', () => {
  const all = make(4);
  expect(new Set(deal(all, wish({ country: 'DE' }), 8))).toEqual(new Set(['proxy-1', 'proxy-3']));
  const tried = new Set(['proxy-1']);
  expect(deal(all, wish({ country: 'DE', tried }), 1)).toEqual(['proxy-3']);
  for (const strategy of ['round_robin', 'random', 'least_used', 'sticky'] as const)
    expect(deal(all, wish({ strategy, country: 'FR', session: undefined }), 1)).toEqual([null]);
});
