import { expect, test } from 'vitest';
import { initialHealth } from '../health/proxy-health.ts';
import { type CandidateState, changeCandidate, createCandidateList } from './candidate-state.ts';
import { type SelectionCriteria, selectCandidate } from './select-candidate.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const make = (count: number): CandidateState[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `proxy-${at}`,
    protocol: 'http',
    host: '203.0.113.1',
    port: 8000 + at,
    country: at % 2 ? 'DE' : 'US',
    city: '',
    isDead: false,
    useCount: 0,
    health: { ...initialHealth },
  }));
const criteria = (change: Partial<SelectionCriteria> = {}): SelectionCriteria => ({
  strategy: 'round_robin',
  now,
  ttlMs: 600_000,
  ...change,
});
const block = (one: CandidateState) => {
  changeCandidate(one, { health: { ...one.health, blockedUntil: now + 1000 } });
};
const deal = (all: CandidateState[], selection: SelectionCriteria, times: number) => {
  const cursor = { next: 0 };
  const list = createCandidateList(all);
  return Array.from({ length: times }, () => selectCandidate(list, selection, cursor)?.id ?? null);
};

test('round robin rotates and skips blocked, cooldown and dead proxies', () => {
  const all = make(6);
  block(all[1]!);
  changeCandidate(all[2]!, { health: { ...initialHealth, cooldownUntil: now + 1 } });
  changeCandidate(all[3]!, { isDead: true });
  expect(deal(all, criteria(), 4)).toEqual(['proxy-0', 'proxy-4', 'proxy-5', 'proxy-0']);
});

test('random selects every available proxy and no other', () => {
  const all = make(20);
  for (const one of all.slice(0, 15)) block(one);
  const seen = new Set(deal(all, criteria({ strategy: 'random' }), 400));
  expect([...seen].toSorted()).toEqual(
    all
      .slice(15)
      .map(({ id }) => id)
      .toSorted(),
  );
});

test('the least used is selected first', () => {
  const all = make(3);
  for (const [at, useCount] of [5, 2, 9].entries()) changeCandidate(all[at]!, { useCount });
  expect(deal(all, criteria({ strategy: 'least_used' }), 1)).toEqual(['proxy-1']);
});

test('a session keeps its proxy for its duration, and gets another when it is blocked', () => {
  const all = make(50);
  const sticky = criteria({ strategy: 'sticky', session: 'cart-7' });
  const [first, ...later] = deal(all, sticky, 10);
  expect(new Set(later)).toEqual(new Set([first]));
  block(all.find(({ id }) => id === first)!);
  const [next] = deal(all, sticky, 1);
  expect(next).not.toBe(first);
  expect(next).not.toBeNull();
  const turns = Array.from({ length: 30 }, (_, turn) => ({ ...sticky, now: now + turn * 600_000 }));
  expect(new Set(turns.map((each) => deal(all, each, 1)[0])).size).toBeGreaterThan(5);
});

test('sessions are spread over the proxies', () => {
  const all = make(10);
  const chosen = Array.from(
    { length: 1000 },
    (_, at) => deal(all, criteria({ session: `s${at}` }), 1)[0],
  );
  const counts = Object.values(Object.groupBy(chosen, (id) => String(id))).map(
    (each) => each!.length,
  );
  expect(counts).toHaveLength(10);
  expect(Math.max(...counts)).toBeLessThan(200);
});

test('country and tried ids filter the candidates; null when none is left', () => {
  const all = make(4);
  expect(new Set(deal(all, criteria({ country: 'DE' }), 8))).toEqual(
    new Set(['proxy-1', 'proxy-3']),
  );
  const triedIds = new Set(['proxy-1']);
  expect(deal(all, criteria({ country: 'DE', triedIds }), 1)).toEqual(['proxy-3']);
  for (const strategy of ['round_robin', 'random', 'least_used', 'sticky'] as const)
    expect(deal(all, criteria({ strategy, country: 'FR', session: undefined }), 1)).toEqual([null]);
});

test.each(['round_robin', 'random', 'least_used', 'sticky'] as const)(
  'an earlier list sees what changed after its resource was loaded again (%s)',
  (strategy) => {
    const all = make(4);
    const earlier = createCandidateList(all);
    createCandidateList(all.slice(1));
    for (const one of all.slice(1)) block(one);
    const session = strategy === 'sticky' ? 'cart-7' : undefined;
    const select = () => selectCandidate(earlier, criteria({ strategy, session }), { next: 0 });
    expect(select()?.id).toBe('proxy-0');
    block(all[0]!);
    expect(select()).toBeNull();
  },
);
