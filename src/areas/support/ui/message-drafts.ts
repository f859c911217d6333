// What somebody typed survives a reload. It goes with the tab, because others may use the machine,
// and is kept for each account apart, because they may use the tab as well.
import { session } from '#client/session.ts';
import { tabStore } from '#client/storage.ts';
import { textMax } from '../ticket-words.ts';
import type { Outgoing } from './use-outgoing.ts';

const accountKey = (name: string) => `${name}:${session.read().email ?? ''}`;

/** The draft of a new ticket has no ticket yet. */
const keyOf = (ticket: string) => `${accountKey('support_draft')}:${ticket}`;

export const readDraft = (ticket: string): string => tabStore.read(keyOf(ticket)) ?? '';

export function saveDraft(ticket: string, text: string): void {
  if (text === '') tabStore.remove(keyOf(ticket));
  else tabStore.write(keyOf(ticket), text);
}

const unsentKey = (ticket: string) => `${accountKey('support_unsent')}:${ticket}`;

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

/** Also once the screen is gone that sent it. */
export const forgetUnsent = (ticket: string, key: string): void =>
  saveUnsent(
    ticket,
    readUnsent(ticket).filter((one) => one.key !== key),
  );

export type TicketDraft = { subject: string; message: string; category: string; priority: string };

const newTicket = 'new';
const nothing: TicketDraft = { subject: '', message: '', category: 'general', priority: 'normal' };

export function readTicketDraft(): TicketDraft {
  try {
    const kept: Record<string, unknown> = JSON.parse(readDraft(newTicket) || '{}');
    const texts = Object.entries(nothing).map(([name, empty]) => {
      const text = kept[name];
      return [name, typeof text === 'string' ? text.slice(0, textMax) : empty];
    });
    return Object.fromEntries(texts);
  } catch {
    return nothing;
  }
}

export const saveTicketDraft = (draft: TicketDraft): void =>
  saveDraft(newTicket, JSON.stringify(draft));
export const clearTicketDraft = (): void => saveDraft(newTicket, '');
