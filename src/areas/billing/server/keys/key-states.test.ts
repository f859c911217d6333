import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { keyEvents, keyStatuses, keyStatusOf, outcomeOf } from '../../key-states.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('## API keys'));
const [, table = ''] = /\n((?:\|.*\n)+)/.exec(section) ?? [];
const [[, ...events] = [], , ...states] = table
  .trim()
  .split('\n')
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('the table of the README', () => {
  test('names every status and every event', () => {
    expect(events).toEqual([...keyEvents]);
    expect(states.map(([state]) => state)).toEqual([...keyStatuses]);
  });

  test.each(keyStatuses)('says what becomes of a key that is %s', (status) => {
    const [, ...written] = states.find(([state]) => state === status) ?? [];
    expect(written).toEqual(keyEvents.map((event) => outcomeOf(status, event)));
  });
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
    expect(keyStatusOf(facts, now)).toBe(status);
  });
});
