// Keeps the code step over a reload: phones discard a tab while the mail is read. Stored per tab,
// because others may use the device.
import { tabStore } from '#client/storage.ts';
import type { SentCode } from './sign-in-calls.ts';

const storageKey = 'auth_code_step';

export const saveCodeStep = (sent: SentCode): boolean =>
  tabStore.write(storageKey, JSON.stringify(sent));

export const deleteCodeStep = (): void => tabStore.remove(storageKey);

/** Null unless the code may still be valid. */
export function readCodeStep(): SentCode | null {
  try {
    const saved = JSON.parse(tabStore.read(storageKey) ?? '{}') as Partial<SentCode>;
    const { email, resendAtMs, expiresAtMs, validMinutes = null, lockMessage } = saved;
    if (typeof email !== 'string' || typeof resendAtMs !== 'number') return null;
    if (typeof expiresAtMs !== 'number' || expiresAtMs < Date.now()) return null;
    return { email, resendAtMs, expiresAtMs, validMinutes, lockMessage };
  } catch {
    return null;
  }
}
