// Drafts survive a reload. They are stored per tab and per account, because several people may use
// the same machine or tab.
import { session } from '#client/session.ts';
import { tabStore } from '#client/storage.ts';
import type { TicketAttachmentWire } from '../../wire/attachments.ts';

export type OutgoingMessage = {
  /** Also the Idempotency-Key: repeated attempts create one message. */
  key: string;
  text: string;
  attachments: readonly TicketAttachmentWire[];
  isInternal: boolean;
  error?: string | undefined;
};

const accountKey = (name: string) => `${name}:${session.read().email ?? ''}`;

const draftKey = (ticket: string) => `${accountKey('support_draft')}:${ticket}`;

export const loadDraft = (ticket: string): string => tabStore.read(draftKey(ticket)) ?? '';

export function saveDraft(ticket: string, text: string): void {
  if (text === '') tabStore.remove(draftKey(ticket));
  else tabStore.write(draftKey(ticket), text);
}

const unsentKey = (ticket: string) => `${accountKey('support_unsent')}:${ticket}`;

export function loadUnsent(ticket: string): OutgoingMessage[] {
  try {
    const stored: unknown = JSON.parse(tabStore.read(unsentKey(ticket)) ?? '[]');
    return Array.isArray(stored) ? stored : [];
  } catch {
    return [];
  }
}

export function saveUnsent(ticket: string, messages: readonly OutgoingMessage[]): void {
  if (messages.length === 0) tabStore.remove(unsentKey(ticket));
  else tabStore.write(unsentKey(ticket), JSON.stringify(messages));
}

/** Works after the screen that sent it was left. */
export const deleteUnsent = (ticket: string, key: string): void =>
  saveUnsent(
    ticket,
    loadUnsent(ticket).filter((one) => one.key !== key),
  );
