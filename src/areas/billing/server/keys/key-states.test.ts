import { describe, expect, test } from 'vitest';
import { testStateTable } from '#test/readers/state-table.ts';
import { keyStatuses } from '../../wire/keys.constants.ts';
import { findKeyTransition, keyEvents, readKeyStatus } from '../../wire/keys.states.ts';

testStateTable(new URL('../../README.md', import.meta.url), {
  states: keyStatuses,
  events: keyEvents,
  transition: findKeyTransition,
});

describe('the status', () => {
  const now = new Date('2026-11-20T12:00:00Z');
  const before = new Date(now.getTime() - 1);
  const after = new Date(now.getTime() + 1);

  test.each([
    [{ is_active: true, expires_at: null, revoked_at: null }, 'active'],
    [{ is_active: true, expires_at: after, revoked_at: null }, 'active'],
    [{ is_active: true, expires_at: now, revoked_at: null }, 'expired'],
    [{ is_active: false, expires_at: after, revoked_at: null }, 'inactive'],
    [{ is_active: false, expires_at: before, revoked_at: null }, 'expired'],
    [{ is_active: true, expires_at: before, revoked_at: before }, 'revoked'],
  ])('of %j is %s', (facts, status) => {
    expect(readKeyStatus(facts, now)).toBe(status);
  });
});
