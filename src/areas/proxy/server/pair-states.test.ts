import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testStateTable } from '#test/state-table.ts';
import type { PairStatus } from '../proxy-words.ts';
import {
  applyCheck,
  applyEvent,
  failedChecksMax,
  newPair,
  type Pair,
  type PairEvent,
  statusOf,
} from './pair-states.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const rules = { failuresMax: 3, blockMs: hourMs };
const failed: PairEvent = { kind: 'failed', reason: 'timeout' };

type Case = { pair: Pair; health: { isDead: boolean; failedInRow: number }; now: number };
const starts: Record<PairStatus, Case> = {
  available: { pair: { ...newPair }, health: { isDead: false, failedInRow: 0 }, now },
  cooldown: {
    pair: applyEvent(newPair, failed, rules, now),
    health: { isDead: false, failedInRow: 0 },
    now,
  },
  blocked: {
    pair: applyEvent(newPair, { kind: 'blocked', reason: 'banned' }, rules, now),
    health: { isDead: false, failedInRow: 0 },
    now,
  },
  dead: { pair: { ...newPair }, health: { isDead: true, failedInRow: 3 }, now },
};
const on = (event: PairEvent, times = 1) =>
  function go(at: Case): Case {
    let { pair } = at;
    for (let time = 0; time < times; time++) pair = applyEvent(pair, event, rules, at.now);
    return { ...at, pair };
  };
const moves: Record<string, (at: Case) => Case> = {
  succeeded: on({ kind: 'succeeded' }),
  failed: on(failed),
  failed_too_often: on(failed, rules.failuresMax),
  blocked: on({ kind: 'blocked', reason: 'captcha' }),
  released: on({ kind: 'released' }),
  time_over: (at) => ({ ...at, now: at.now + 2 * hourMs }),
  died: (at) => {
    let { health } = at;
    for (let time = 0; time < failedChecksMax; time++) health = applyCheck(health, false);
    return { ...at, health };
  },
  recovered: (at) => ({ ...at, health: applyCheck(at.health, true) }),
};

testStateTable(new URL('../README.md', import.meta.url), {
  states: Object.keys(starts) as PairStatus[],
  events: Object.keys(moves),
  outcomeOf: (from, event) => {
    const end = moves[event]!(starts[from]);
    return statusOf(end.pair, end.health.isDead, end.now);
  },
});

describe('a block', () => {
  const anyBlock = fc.record({
    afterMs: fc.integer({ min: 0, max: 3 * hourMs }),
    durationMs: fc.option(fc.integer({ min: 60_000, max: 40 * hourMs }), { nil: undefined }),
    isFailure: fc.boolean(),
  });
  it('extends and never shortens, whatever is told in whatever order', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 30 }), (told) => {
        let pair: Pair = { ...newPair };
        let at = now;
        for (const { afterMs, durationMs, isFailure } of told) {
          at += afterMs;
          const before = pair;
          const event: PairEvent = isFailure
            ? failed
            : { kind: 'blocked', reason: 'banned', ...(durationMs && { durationMs }) };
          pair = applyEvent(pair, event, rules, at);
          expect(pair.blockedUntil).toBeGreaterThanOrEqual(before.blockedUntil);
        }
      }),
    );
  });
  it('doubles with each repeat up to a day, and begins anew after a day without', () => {
    const lengths: number[] = [];
    let pair: Pair = { ...newPair };
    let at = now;
    for (let time = 0; time < 7; time++) {
      pair = applyEvent(pair, { kind: 'blocked', reason: 'banned' }, rules, at);
      lengths.push((pair.blockedUntil - at) / hourMs);
      at = pair.blockedUntil + 1;
    }
    expect(lengths).toEqual([1, 2, 4, 8, 16, 24, 24]);
    pair = applyEvent(pair, { kind: 'blocked', reason: 'banned' }, rules, at + 25 * hourMs);
    expect(pair.blockCount).toBe(1);
  });
  it('told twice is one block', () => {
    const event: PairEvent = { kind: 'blocked', reason: 'banned' };
    const once = applyEvent(newPair, event, rules, now);
    expect(applyEvent(once, event, rules, now)).toEqual(once);
  });
  it('may be longer than a day from the start', () => {
    const month = { failuresMax: 3, blockMs: 30 * 24 * hourMs };
    const pair = applyEvent(newPair, { kind: 'blocked', reason: 'banned' }, month, now);
    expect(pair.blockedUntil - now).toBe(month.blockMs);
  });
});

it('failures rest a proxy longer each time, and a success forgives them', () => {
  const patient = { failuresMax: 100, blockMs: hourMs };
  let pair: Pair = { ...newPair };
  const rests = Array.from({ length: 7 }, () => {
    pair = applyEvent(pair, failed, patient, now);
    return (pair.cooldownUntil - now) / 1000;
  });
  expect(rests).toEqual([30, 60, 120, 240, 480, 600, 600]);
  expect(applyEvent(pair, { kind: 'succeeded' }, patient, now)).toEqual(newPair);
});
