// How a lead moves and when its reply is due. Pure; the table of ../README.md says the same.
import type { LeadStatus } from '../lead-status.ts';
import { replyHours } from '../reply-promise.ts';

export const reminderHoursBefore = 4;
const hourMs = 3_600_000;

/** These say that somebody answered; a rejected lead needs no answer. */
export const saysReplied = (status: LeadStatus): boolean =>
  status === 'contacted' || status === 'qualified' || status === 'converted';

export const replyDueAt = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + replyHours * hourMs);

/** Leads older than this have less than four hours left, or none. */
export const reminderBefore = (now: Date): Date =>
  new Date(now.getTime() - (replyHours - reminderHoursBefore) * hourMs);

/** A lead that waits for a reply and is older than this is overdue. */
export const overdueBefore = (now: Date): Date => new Date(now.getTime() - replyHours * hourMs);
