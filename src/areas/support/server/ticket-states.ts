// How a ticket moves, until when, and how fast it is to be answered. Pure; the table of
// ../README.md says the same.
import {
  editMinutes,
  reopenDays,
  type TicketPriority,
  type TicketStatus,
  ticketPriorities,
} from '../ticket-words.ts';

export const ticketEvents = [
  'user_message',
  'staff_message',
  'internal_note',
  'user_closes',
  'user_reopens',
  'staff_resolves',
  'staff_closes',
  'staff_takes_back',
  'staff_hands_back',
  'staff_withdraws',
  'time_out',
] as const;
export type TicketEvent = (typeof ticketEvents)[number];

type Outcome = TicketStatus | 'same' | 'refused';

const outcomes: Record<TicketEvent, Record<TicketStatus, Outcome>> = {
  user_message: {
    open: 'waiting_for_admin',
    waiting_for_admin: 'same',
    waiting_for_user: 'waiting_for_admin',
    resolved: 'waiting_for_admin',
    closed: 'refused',
  },
  staff_message: {
    open: 'waiting_for_user',
    waiting_for_admin: 'waiting_for_user',
    waiting_for_user: 'same',
    resolved: 'same',
    closed: 'refused',
  },
  internal_note: everywhere('same'),
  user_closes: { ...everywhere('closed'), closed: 'same' },
  user_reopens: { ...everywhere('refused'), resolved: 'waiting_for_admin' },
  staff_resolves: { ...everywhere('resolved'), resolved: 'same', closed: 'refused' },
  staff_closes: { ...everywhere('closed'), closed: 'same' },
  staff_takes_back: { ...everywhere('waiting_for_admin'), waiting_for_admin: 'same' },
  staff_hands_back: { ...everywhere('waiting_for_user'), waiting_for_user: 'same' },
  // Only an answer that nobody answered can be taken back, and the question stands again then.
  staff_withdraws: { ...everywhere('same'), waiting_for_user: 'waiting_for_admin' },
  time_out: { ...everywhere('same'), resolved: 'closed' },
};

function everywhere(outcome: Outcome): Record<TicketStatus, Outcome> {
  return {
    open: outcome,
    waiting_for_admin: outcome,
    waiting_for_user: outcome,
    resolved: outcome,
    closed: outcome,
  };
}

/** The status afterwards, or null for what a ticket of this status refuses. */
export function applyEvent(status: TicketStatus, event: TicketEvent): TicketStatus | null {
  const outcome = outcomes[event][status];
  if (outcome === 'refused') return null;
  return outcome === 'same' ? status : outcome;
}

/** What it means that somebody sets a status; null for what can't be set by hand. */
export function eventOfStatus(to: TicketStatus, isStaff: boolean): TicketEvent | null {
  if (!isStaff) {
    if (to === 'closed') return 'user_closes';
    return to === 'open' || to === 'waiting_for_admin' ? 'user_reopens' : null;
  }
  switch (to) {
    case 'closed':
      return 'staff_closes';
    case 'resolved':
      return 'staff_resolves';
    case 'waiting_for_user':
      return 'staff_hands_back';
    default:
      return 'staff_takes_back';
  }
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export const reopenUntil = (resolvedAt: Date): Date =>
  new Date(resolvedAt.getTime() + reopenDays * dayMs);

/** Tickets resolved before this time close by themselves. */
export const closeResolvedBefore = (now: Date): Date =>
  new Date(now.getTime() - reopenDays * dayMs);

/** The clock's word counts as soon as time is over, and not when its job comes round. */
export const statusAt = (
  { status, resolved_at }: { status: TicketStatus; resolved_at: Date | null },
  now: Date,
): TicketStatus =>
  status === 'resolved' && resolved_at && resolved_at <= closeResolvedBefore(now)
    ? 'closed'
    : status;

const firstResponseHours: Record<TicketPriority, number> = {
  urgent: 4,
  high: 8,
  normal: 24,
  low: 48,
};

/** `askedAt` is the time of the first message, or of the ticket while it has none. */
export const firstResponseDueAt = (askedAt: Date, priority: TicketPriority): Date =>
  new Date(askedAt.getTime() + firstResponseHours[priority] * hourMs);

/** The same beginning with another priority. */
export const movedDueAt = (dueAt: Date, from: TicketPriority, to: TicketPriority): Date =>
  new Date(dueAt.getTime() + (firstResponseHours[to] - firstResponseHours[from]) * hourMs);

const resolveHours: Record<TicketPriority, number> = {
  urgent: 24,
  high: 48,
  normal: 120,
  low: 240,
};

type Opened = { created_at: Date; reopened_at: Date | null; priority: TicketPriority };

/** By when support means to be done; nothing happens by itself then. */
export const resolveDueAt = ({ created_at, reopened_at, priority }: Opened): Date =>
  new Date((reopened_at ?? created_at).getTime() + resolveHours[priority] * hourMs);

/** By priority: what was opened, or opened again, before should be resolved by now. */
export const latestOpenings = (now: Date): (readonly [TicketPriority, Date])[] =>
  ticketPriorities.map((priority) => [
    priority,
    new Date(now.getTime() - resolveHours[priority] * hourMs),
  ]);

/** What waits for support since then or before has waited for long: a day. */
export const longWaiting = (now: Date): Date => new Date(now.getTime() - dayMs);

/** A message may be changed for 15 minutes, and only before the other side answered. */
export const canEdit = (
  message: { created_at: Date; deleted_at: Date | null; is_answered: boolean },
  now: Date,
): boolean =>
  message.deleted_at === null &&
  !message.is_answered &&
  now.getTime() - message.created_at.getTime() <= editMinutes * minuteMs;
