import { afterEach, describe, expect, test, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#lib/durations.ts';
import {
  applySandboxAction,
  createSandboxPayment,
  fetchPayment,
} from '#test/factories/payments.ts';
import { useApp } from '#test/harness.ts';
import { ProviderUnavailable } from './providers/provider.ts';

const t = useApp();
afterEach(() => {
  vi.restoreAllMocks();
});

const sandbox = () => t.areas.payments.providers.find('sandbox')!;
const sendAway = () =>
  vi
    .spyOn(sandbox(), 'fetchPayment')
    .mockRejectedValue(new ProviderUnavailable('sandbox', 'timed out'));
const run = async () => {
  await t.jobs.runSchedule('payments.expire');
  await t.jobs.runSchedule('payments.reconcile');
};
/** The session has run out when the clock was put forward. */
const readStatus = async (email: string, uuid: string) =>
  (await fetchPayment(t, await t.signIn(email), uuid)).status;

describe('a payment that expires while its provider is unavailable', () => {
  test('waits for the provider and is credited at the locked rate', async () => {
    const email = 'away@example.com';
    const { uuid } = await createSandboxPayment(t, await t.signIn(email), {
      pay_currency: 'usdttrc20',
    });
    await applySandboxAction(t, uuid, 'pay');
    const away = sendAway();
    t.clock.advance(hourMs + minuteMs);
    await run();
    expect(away).toHaveBeenCalled();
    expect(await fetchPayment(t, await t.signIn(email), uuid)).toMatchObject({
      status: 'pending',
      next_step: 'wait',
    });
    away.mockRestore();
    await run();
    expect(await fetchPayment(t, await t.signIn(email), uuid)).toMatchObject({
      status: 'completed',
      late: false,
    });
  });

  test('waits at most a day', async () => {
    const email = 'away-for-long@example.com';
    const { uuid } = await createSandboxPayment(t, await t.signIn(email));
    sendAway();
    t.clock.advance(25 * hourMs - minuteMs);
    await run();
    expect(await readStatus(email, uuid)).toBe('pending');
    t.clock.advance(2 * minuteMs);
    await run();
    expect(await readStatus(email, uuid)).toBe('expired');
  });
});

test('a closed payment is checked for a week, less and less often', async () => {
  const email = 'ended@example.com';
  const { uuid } = await createSandboxPayment(t, await t.signIn(email));
  t.clock.advance(hourMs + minuteMs);
  await run();
  expect(await readStatus(email, uuid)).toBe('expired');
  const fetched = vi.spyOn(sandbox(), 'fetchPayment');
  const countFetched = async (hours: number) => {
    fetched.mockClear();
    for (let passed = 0; passed < hours * 60; passed += 10) {
      t.clock.advance(10 * minuteMs);
      await t.jobs.runSchedule('payments.reconcile');
    }
    return fetched.mock.calls.length;
  };
  const first = await countFetched(6);
  const next = await countFetched(18);
  expect([first, next]).toEqual([first, expect.toSatisfy((count) => count < first)]);
  expect(next).toBeGreaterThan(0);
  await applySandboxAction(t, uuid, 'pay');
  await countFetched(12);
  expect(await fetchPayment(t, await t.signIn(email), uuid)).toMatchObject({
    status: 'completed',
    late: true,
  });
});

test('a payment closed more than a week ago is not checked', async () => {
  const { uuid } = await createSandboxPayment(t, await t.signIn('old@example.com'));
  t.clock.advance(hourMs + minuteMs);
  await run();
  t.clock.advance(8 * dayMs);
  const fetched = vi.spyOn(sandbox(), 'fetchPayment');
  await t.jobs.runSchedule('payments.reconcile');
  expect(fetched).not.toHaveBeenCalled();
  expect(await readStatus('old@example.com', uuid)).toBe('expired');
});
