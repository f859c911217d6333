import { expect, it } from 'vitest';
import { testStateTable } from '#test/readers/state-table.ts';
import { ticketStatuses } from '../../wire/tickets.constants.ts';
import {
  applyEvent,
  canEdit,
  eventForStatus,
  firstResponseDueAt,
  resolveDueAt,
  shiftFirstResponseDueAt,
  statusAt,
  ticketEvents,
} from './ticket-states.ts';

testStateTable(new URL('../../README.md', import.meta.url), {
  states: ticketStatuses,
  events: ticketEvents,
  transition: (from, event) => {
    const to = applyEvent(from, event);
    return to === null ? 'refused' : to === from ? 'same' : to;
  },
});

it.each([
  ['closed', false, 'user_closes'],
  ['open', false, 'user_reopens'],
  ['waiting_for_admin', false, 'user_reopens'],
  ['waiting_for_user', false, null],
  ['resolved', false, null],
  ['closed', true, 'staff_closes'],
  ['resolved', true, 'staff_resolves'],
  ['waiting_for_user', true, 'staff_hands_back'],
  ['waiting_for_admin', true, 'staff_takes_back'],
  ['open', true, 'staff_takes_back'],
] as const)('setting %s (staff: %s) means %s', (to, isStaff, event) => {
  expect(eventForStatus(to, isStaff)).toBe(event);
});

const now = new Date('2026-11-20T12:00:00Z');
const before = (ms: number) => new Date(now.getTime() - ms);
const day = 86_400_000;
const minute = 60_000;

it('a resolved ticket closes after exactly seven days', () => {
  const at = (ms: number) => statusAt({ status: 'resolved', resolved_at: before(ms) }, now);
  expect(at(7 * day)).toBe('closed');
  expect(at(7 * day - 1)).toBe('resolved');
  expect(statusAt({ status: 'waiting_for_user', resolved_at: before(9 * day) }, now)).toBe(
    'waiting_for_user',
  );
});

it.each([
  ['urgent', 4, 24],
  ['high', 8, 48],
  ['normal', 24, 120],
  ['low', 48, 240],
] as const)('%s is answered within %i hours and resolved within %i', (priority, first, end) => {
  const hoursTo = (at: Date) => (at.getTime() - now.getTime()) / (60 * minute);
  const usual = { priority, has_priority_support: false };
  expect(hoursTo(firstResponseDueAt(now, usual))).toBe(first);
  const sooner = { priority, has_priority_support: true };
  expect(hoursTo(firstResponseDueAt(now, sooner))).toBe(first / 2);
  const opened = { created_at: now, reopened_at: null, priority };
  expect(hoursTo(resolveDueAt(opened))).toBe(end);
  expect(hoursTo(resolveDueAt({ ...opened, created_at: before(9 * day), reopened_at: now }))).toBe(
    end,
  );
});

it('another priority shifts the due time from the same start', () => {
  const low = { priority: 'low', has_priority_support: false } as const;
  const urgent = { priority: 'urgent', has_priority_support: true } as const;
  const due = firstResponseDueAt(now, low);
  expect(shiftFirstResponseDueAt(due, low, urgent)).toEqual(firstResponseDueAt(now, urgent));
});

it.each([
  [{ created_at: before(15 * minute) }, true],
  [{ created_at: before(15 * minute + 1) }, false],
  [{ is_answered: true }, false],
  [{ deleted_at: now }, false],
  [{ note_kind: 'automatic_reply' }, false],
  [{ mail_from: 'anna@example.com' }, false],
])('a message with %j can be changed: %s', (change, isAllowed) => {
  const mail = { note_kind: null, mail_from: null };
  const message = { created_at: now, deleted_at: null, is_answered: false, ...mail, ...change };
  expect(canEdit(message, now)).toBe(isAllowed);
});
