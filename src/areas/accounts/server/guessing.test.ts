import { expect, test, vi } from 'vitest';
import type { Accounts } from './accounts.ts';
import { reportGuessing } from './guessing.ts';
import { guessesPerHourMax, oneAlertAnHour } from './sign-in-limits.ts';

test('an alert that fails is logged, and may be tried again at the next wrong code', async () => {
  const away = new Error('away');
  const refund = vi.fn();
  const warn = vi.fn();
  const accounts = {
    clock: { now: () => new Date() },
    limits: { take: async () => ({ isAllowed: true }), refund },
    log: { warn },
    work: { read: async () => guessesPerHourMax, write: () => Promise.reject(away) },
  } as unknown as Accounts;
  await reportGuessing(accounts);
  expect(refund).toHaveBeenCalledWith(oneAlertAnHour, 'all');
  expect(warn).toHaveBeenLastCalledWith({ err: away }, expect.any(String));
});
