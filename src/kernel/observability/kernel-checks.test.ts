import { expect, test } from 'vitest';
import type { WaitingMails } from '../mail/outbox.ts';
import { judgeDisk, judgeHold, judgeMail } from './kernel-checks.ts';

const now = new Date('2026-11-20T12:00:00Z');
const secondsAgo = (seconds: number) => new Date(now.getTime() - 1000 * seconds);
const waiting = (queue: string, change: Partial<WaitingMails> = {}): WaitingMails => ({
  queue,
  count: 0,
  failing: 0,
  oldestAt: null,
  ...change,
});
const judge = (
  codes: Partial<WaitingMails>,
  others: Partial<WaitingMails>,
  isDevelopment = false,
) =>
  judgeMail([waiting('mail.codes', codes), waiting('mail.deliver', others)], {
    now,
    isDevelopment,
  });

test('mail is well while nothing waits for long', () => {
  expect(judge({}, {})).toEqual({ state: 'ok', message: 'No mail waits.' });
  expect(judge({ count: 1, oldestAt: secondsAgo(5) }, { count: 1 }).message).toBe(
    '2 mails under way.',
  );
  expect(judge({}, {}, true).state).toBe('off');
});

test('a code that waits for a minute is an outage, another mail that waits is a warning', () => {
  expect(judge({ count: 1, oldestAt: secondsAgo(61) }, {})).toEqual({
    state: 'down',
    message: 'A sign-in code has waited for 2 minutes.',
  });
  expect(judge({}, { count: 1, oldestAt: secondsAgo(3600) }).state).toBe('ok');
  expect(judge({}, { count: 1, oldestAt: secondsAgo(3601) }).state).toBe('warning');
  expect(judge({}, { count: 9, failing: 3, oldestAt: secondsAgo(1) })).toEqual({
    state: 'warning',
    message: 'The mail server put off 3 mails; they are sent again.',
  });
});

test('a hold is a warning with its reason, and does not hide a mail server that fails', () => {
  const hold = { reason: 'The relay moves.', count: 2 };
  const message = '2 mails held: The relay moves.';
  expect(judgeHold(judge({}, {}), hold)).toEqual({ state: 'warning', message });
  expect(judgeHold(judge({}, {}, true), hold)).toEqual({ state: 'warning', message });
  expect(judgeHold(judge({ count: 1, oldestAt: secondsAgo(61) }, {}), hold)).toEqual({
    state: 'down',
    message: `A sign-in code has waited for 2 minutes. ${message}`,
  });
});

test.each([
  { freeBytes: 50e9, sizeBytes: 100e9, state: 'ok' },
  { freeBytes: 9e9, sizeBytes: 100e9, state: 'warning' },
  { freeBytes: 1.5e9, sizeBytes: 10e9, state: 'warning' },
  { freeBytes: 2.5e9, sizeBytes: 100e9, state: 'down' },
  { freeBytes: 4e8, sizeBytes: 1e9, state: 'down' },
])('$freeBytes of $sizeBytes bytes are $state', ({ state, ...disk }) => {
  expect(judgeDisk(disk).state).toBe(state);
});

test('the sentence says how much is free', () => {
  expect(judgeDisk({ freeBytes: 50e9, sizeBytes: 100e9 }).message).toBe(
    '50 GB of 100 GB are free.',
  );
});
