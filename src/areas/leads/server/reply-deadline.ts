// When the reply to a lead is due. Pure.

import { hourMs } from '#lib/durations.ts';
import type { LeadStatus } from '../wire/leads.constants.ts';
import { replyHours } from '../wire/leads.constants.ts';

export const reminderHoursBefore = 4;

/** Statuses that imply a reply; a rejected lead needs none. */
export const countsAsReplied = (status: LeadStatus): boolean =>
  status === 'contacted' || status === 'qualified' || status === 'converted';

export const computeReplyDueAt = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + replyHours * hourMs);

/** Leads created before this have less than `reminderHoursBefore` left, or none. */
export const remindCreatedBefore = (now: Date): Date =>
  new Date(now.getTime() - (replyHours - reminderHoursBefore) * hourMs);

/** A lead created before this that awaits a reply is overdue. */
export const overdueCreatedBefore = (now: Date): Date =>
  new Date(now.getTime() - replyHours * hourMs);
