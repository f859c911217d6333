import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testStateTable } from '#test/readers/state-table.ts';
import type { ProxyStatus } from '../../wire/proxies.constants.ts';
import {
  applyCheck,
  applyEvent,
  type CheckHistory,
  decideStatus,
  failedChecksMax,
  type HealthEvent,
  initialHealth,
  type ProxyHealth,
} from './proxy-health.ts';

const now = Date.parse('2026-11-20T12:00:00Z');
const hourMs = 3_600_000;
const rules = { failuresMax: 3, blockMs: hourMs };
const failed: HealthEvent = { kind: 'failed', reason: 'timeout' };

type Case = { health: ProxyHealth; checks: CheckHistory; now: number };
const starts: Record<ProxyStatus, Case> = {
  available: {
    health: { ...initialHealth },
    checks: { isDead: false, consecutiveFailures: 0 },
    now,
  },
  cooldown: {
    health: applyEvent(initialHealth, failed, rules, now),
    checks: { isDead: false, consecutiveFailures: 0 },
    now,
  },
  blocked: {
    health: applyEvent(initialHealth, { kind: 'blocked', reason: 'banned' }, rules, now),
    checks: { isDead: false, consecutiveFailures: 0 },
    now,
  },
  dead: { health: { ...initialHealth }, checks: { isDead: true, consecutiveFailures: 3 }, now },
};
const on = (event: HealthEvent, times = 1) =>
  function go(at: Case): Case {
    let { health } = at;
    for (let time = 0; time < times; time++) health = applyEvent(health, event, rules, at.now);
    return { ...at, health };
  };
const transitions: Record<string, (at: Case) => Case> = {
  succeeded: on({ kind: 'succeeded' }),
  failed: on(failed),
  failed_too_often: on(failed, rules.failuresMax),
  blocked: on({ kind: 'blocked', reason: 'captcha' }),
  released: on({ kind: 'released' }),
  time_over: (at) => ({ ...at, now: at.now + 2 * hourMs }),
  died: (at) => {
    let { checks } = at;
    for (let time = 0; time < failedChecksMax; time++) checks = applyCheck(checks, false);
    return { ...at, checks };
  },
  recovered: (at) => ({ ...at, checks: applyCheck(at.checks, true) }),
};

testStateTable(new URL('../../README.md', import.meta.url), {
  states: Object.keys(starts) as ProxyStatus[],
  events: Object.keys(transitions),
  transition: (from, event) => {
    const end = transitions[event]!(starts[from]);
    return decideStatus(end.health, end.checks.isDead, end.now);
  },
});

describe('a block', () => {
  const anyBlock = fc.record({
    afterMs: fc.integer({ min: 0, max: 3 * hourMs }),
    durationMs: fc.option(fc.integer({ min: 60_000, max: 40 * hourMs }), { nil: undefined }),
    isFailure: fc.boolean(),
  });
  it('only extends, never shortens, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(anyBlock, { maxLength: 30 }), (events) => {
        let health: ProxyHealth = { ...initialHealth };
        let at = now;
        for (const { afterMs, durationMs, isFailure } of events) {
          at += afterMs;
          const before = health;
          const event: HealthEvent = isFailure
            ? failed
            : { kind: 'blocked', reason: 'banned', ...(durationMs && { durationMs }) };
          health = applyEvent(health, event, rules, at);
          expect(health.blockedUntil).toBeGreaterThanOrEqual(before.blockedUntil);
        }
      }),
    );
  });
  it('doubles with each repeat up to a day, and starts over after a day without one', () => {
    const lengths: number[] = [];
    let health: ProxyHealth = { ...initialHealth };
    let at = now;
    for (let time = 0; time < 7; time++) {
      health = applyEvent(health, { kind: 'blocked', reason: 'banned' }, rules, at);
      lengths.push((health.blockedUntil - at) / hourMs);
      at = health.blockedUntil + 1;
    }
    expect(lengths).toEqual([1, 2, 4, 8, 16, 24, 24]);
    health = applyEvent(health, { kind: 'blocked', reason: 'banned' }, rules, at + 25 * hourMs);
    expect(health.blockCount).toBe(1);
  });
  it('is idempotent', () => {
    const event: HealthEvent = { kind: 'blocked', reason: 'banned' };
    const once = applyEvent(initialHealth, event, rules, now);
    expect(applyEvent(once, event, rules, now)).toEqual(once);
  });
  it('can be longer than a day from the start', () => {
    const month = { failuresMax: 3, blockMs: 30 * 24 * hourMs };
    const health = applyEvent(initialHealth, { kind: 'blocked', reason: 'banned' }, month, now);
    expect(health.blockedUntil - now).toBe(month.blockMs);
  });
});

it('failures extend the cooldown each time, and a success resets them', () => {
  const patient = { failuresMax: 100, blockMs: hourMs };
  let health: ProxyHealth = { ...initialHealth };
  const rests = Array.from({ length: 7 }, () => {
    health = applyEvent(health, failed, patient, now);
    return (health.cooldownUntil - now) / 1000;
  });
  expect(rests).toEqual([30, 60, 120, 240, 480, 600, 600]);
  expect(applyEvent(health, { kind: 'succeeded' }, patient, now)).toEqual(initialHealth);
});
