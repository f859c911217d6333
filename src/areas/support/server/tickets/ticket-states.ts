// The state machine and the deadlines of tickets. Pure; a test compares it with the table in
// ../../README.md.
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import {
  editMinutes,
  firstResponseHours,
  reopenDays,
  type TicketPriority,
  type TicketStatus,
  ticketPriorities,
} from '../../wire/tickets.constants.ts';

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

type TransitionResult = TicketStatus | 'same' | 'refused';

const transitions: Record<TicketEvent, Record<TicketStatus, TransitionResult>> = {
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
  internal_note: inEveryStatus('same'),
  user_closes: { ...inEveryStatus('closed'), closed: 'same' },
  user_reopens: { ...inEveryStatus('refused'), resolved: 'waiting_for_admin' },
  staff_resolves: { ...inEveryStatus('resolved'), resolved: 'same', closed: 'refused' },
  staff_closes: { ...inEveryStatus('closed'), closed: 'same' },
  staff_takes_back: { ...inEveryStatus('waiting_for_admin'), waiting_for_admin: 'same' },
  staff_hands_back: { ...inEveryStatus('waiting_for_user'), waiting_for_user: 'same' },
  // Only an unanswered reply can be deleted; the question before it is open again then.
  staff_withdraws: { ...inEveryStatus('same'), waiting_for_user: 'waiting_for_admin' },
  time_out: { ...inEveryStatus('same'), resolved: 'closed' },
};

function inEveryStatus(outcome: TransitionResult): Record<TicketStatus, TransitionResult> {
  return {
    open: outcome,
    waiting_for_admin: outcome,
    waiting_for_user: outcome,
    resolved: outcome,
    closed: outcome,
  };
}

/** The status afterwards, or null when the status does not allow the event. */
export function applyEvent(status: TicketStatus, event: TicketEvent): TicketStatus | null {
  const outcome = transitions[event][status];
  if (outcome === 'refused') return null;
  return outcome === 'same' ? status : outcome;
}

/** The event of setting a status; null for a status that cannot be set manually. */
export function eventForStatus(to: TicketStatus, isStaff: boolean): TicketEvent | null {
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

export const reopenUntil = (resolvedAt: Date): Date =>
  new Date(resolvedAt.getTime() + reopenDays * dayMs);

/** Tickets resolved before this time are closed. */
export const closeResolvedBefore = (now: Date): Date =>
  new Date(now.getTime() - reopenDays * dayMs);

/** A resolved ticket is closed as soon as its time is over, before the job has stored that. */
export const statusAt = (
  { status, resolved_at }: { status: TicketStatus; resolved_at: Date | null },
  now: Date,
): TicketStatus =>
  status === 'resolved' && resolved_at && resolved_at <= closeResolvedBefore(now)
    ? 'closed'
    : status;

type Urgency = { priority: TicketPriority; has_priority_support: boolean };

/** Priority support halves the time in which an answer is due. */
const readShare = ({
  has_priority_support: isHalf,
}: Pick<Urgency, 'has_priority_support'>): number => (isHalf ? 0.5 : 1);
const firstResponseMs = (urgency: Urgency): number =>
  firstResponseHours[urgency.priority] * hourMs * readShare(urgency);

/** `startedAt` is the time of the first message, or of the ticket while it has none. */
export const firstResponseDueAt = (startedAt: Date, urgency: Urgency): Date =>
  new Date(startedAt.getTime() + firstResponseMs(urgency));

/** From the same start, with another urgency. */
export const shiftFirstResponseDueAt = (dueAt: Date, from: Urgency, to: Urgency): Date =>
  new Date(dueAt.getTime() + firstResponseMs(to) - firstResponseMs(from));

const resolveHours: Record<TicketPriority, number> = {
  urgent: 24,
  high: 48,
  normal: 120,
  low: 240,
};

type ResolutionClock = { created_at: Date; reopened_at: Date | null; priority: TicketPriority };

/** A target: nothing happens automatically when it has passed. */
export const resolveDueAt = ({ created_at, reopened_at, priority }: ResolutionClock): Date =>
  new Date((reopened_at ?? created_at).getTime() + resolveHours[priority] * hourMs);

/** By priority: tickets opened or reopened before are past their target. */
export const unresolvedThresholds = (now: Date): (readonly [TicketPriority, Date])[] =>
  ticketPriorities.map((priority) => [
    priority,
    new Date(now.getTime() - resolveHours[priority] * hourMs),
  ]);

type Waiting = Pick<Urgency, 'has_priority_support'> & {
  first_response_at: Date | null;
  first_response_due_at: Date;
  waiting_since: Date;
};

/** The first answer as its priority says, every later one within a day or half of it. */
export const answerDueAt = (ticket: Waiting): Date =>
  ticket.first_response_at === null
    ? ticket.first_response_due_at
    : new Date(ticket.waiting_since.getTime() + dayMs * readShare(ticket));

/** Tickets that wait since before then have waited for more than a day. */
export const longWaitingBefore = (now: Date): Date => new Date(now.getTime() - dayMs);

/** For 15 minutes, and only until the other side has answered; not what others wrote. */
export const canEdit = (
  message: {
    created_at: Date;
    deleted_at: Date | null;
    is_answered: boolean;
    note_kind: string | null;
    mail_from: string | null;
  },
  now: Date,
): boolean =>
  message.deleted_at === null &&
  message.note_kind === null &&
  message.mail_from === null &&
  !message.is_answered &&
  now.getTime() - message.created_at.getTime() <= editMinutes * minuteMs;
