// What somebody typed survives a reload. It goes with the tab, because others may use the machine.
import { tabStore } from '#client/storage.ts';
import type { ContactFormValues } from '../lead-schema.ts';

const storageKey = 'contact_draft';

export type ContactDraft = Partial<ContactFormValues>;

export function readDraft(): ContactDraft {
  try {
    const kept: unknown = JSON.parse(tabStore.read(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

export const hasDraft = (): boolean => Object.keys(readDraft()).length > 0;

export function saveDraft(values: ContactDraft): void {
  tabStore.write(storageKey, JSON.stringify(values));
}

export const clearDraft = (): void => tabStore.remove(storageKey);
