import { expect, test, vi } from 'vitest';
import type { Accounts } from '../accounts.ts';
import { alertIfGuessing } from './guessing.ts';
import { failedAttemptsPerHourMax, guessingAlertLimit } from './sign-in-limits.ts';

test('a failed alert is logged and retried at the next wrong code', async () => {
  const away = new Error('away');
  const refund = vi.fn();
  const warn = vi.fn();
  const accounts = {
    clock: { now: () => new Date() },
    limits: { consume: async () => ({ isAllowed: true }), refund },
    log: { warn },
    work: { read: async () => failedAttemptsPerHourMax, write: () => Promise.reject(away) },
  } as unknown as Accounts;
  await alertIfGuessing(accounts);
  expect(refund).toHaveBeenCalledWith(guessingAlertLimit, 'all');
  expect(warn).toHaveBeenLastCalledWith({ err: away }, expect.any(String));
});
