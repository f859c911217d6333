// That a code is on its way survives a reload: phones drop a tab while the mail is read. It goes
// with the tab, because others may use the machine.
import { tabStore } from '#client/storage.ts';
import type { Sent } from './sign-in-calls.ts';

const storageKey = 'auth_code_step';

export const saveCodeStep = (sent: Sent): boolean =>
  tabStore.write(storageKey, JSON.stringify(sent));

export const deleteCodeStep = (): void => tabStore.remove(storageKey);

/** Null when there is none whose code may still live. */
export function readCodeStep(): Sent | null {
  try {
    const saved = JSON.parse(tabStore.read(storageKey) ?? '{}') as Partial<Sent>;
    const { email, resendAtMs, expiresAtMs, validMinutes = null } = saved;
    if (typeof email !== 'string' || typeof resendAtMs !== 'number') return null;
    if (typeof expiresAtMs !== 'number' || expiresAtMs < Date.now()) return null;
    return { email, resendAtMs, expiresAtMs, validMinutes };
  } catch {
    return null;
  }
}
