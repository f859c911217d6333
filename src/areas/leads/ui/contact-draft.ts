// Keeps the entries over a reload. Stored per tab, because others may use the device.
import { tabStore } from '#client/storage.ts';
import type { ContactFormValues } from '../wire/leads.form.ts';

const storageKey = 'contact_draft';

export type ContactDraft = Partial<ContactFormValues>;

export function readDraft(): ContactDraft {
  try {
    const saved: unknown = JSON.parse(tabStore.read(storageKey) ?? '{}');
    return typeof saved === 'object' && saved !== null ? saved : {};
  } catch {
    return {};
  }
}

export const hasDraft = (): boolean => Object.keys(readDraft()).length > 0;

/** Keeps entries of fields that the form does not have. */
export function saveDraft(values: ContactDraft): void {
  tabStore.write(storageKey, JSON.stringify({ ...readDraft(), ...values }));
}

export const clearDraft = (): void => tabStore.remove(storageKey);
