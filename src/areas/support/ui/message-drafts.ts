// What somebody typed survives a reload. It goes with the tab, because others may use the machine.
import { tabStore } from '#client/storage.ts';
import type { Outgoing } from './use-outgoing.ts';

/** The draft of a new ticket has no ticket yet. */
const keyOf = (ticket: string) => `support_draft:${ticket}`;

export const readDraft = (ticket: string): string => tabStore.read(keyOf(ticket)) ?? '';

export function saveDraft(ticket: string, text: string): void {
  if (text === '') tabStore.remove(keyOf(ticket));
  else tabStore.write(keyOf(ticket), text);
}

const unsentKey = (ticket: string) => `support_unsent:${ticket}`;

export function readUnsent(ticket: string): Outgoing[] {
  try {
    const kept: unknown = JSON.parse(tabStore.read(unsentKey(ticket)) ?? '[]');
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}

export function saveUnsent(ticket: string, messages: readonly Outgoing[]): void {
  if (messages.length === 0) tabStore.remove(unsentKey(ticket));
  else tabStore.write(unsentKey(ticket), JSON.stringify(messages));
}

export type TicketDraft = { subject: string; message: string; category: string; priority: string };

const newTicket = 'new';
const nothing: TicketDraft = { subject: '', message: '', category: 'general', priority: 'normal' };

export function readTicketDraft(): TicketDraft {
  try {
    const kept: unknown = JSON.parse(readDraft(newTicket) || '{}');
    return { ...nothing, ...(typeof kept === 'object' ? kept : {}) };
  } catch {
    return nothing;
  }
}

export const saveTicketDraft = (draft: TicketDraft): void =>
  saveDraft(newTicket, JSON.stringify(draft));
export const clearTicketDraft = (): void => saveDraft(newTicket, '');
