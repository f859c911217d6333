import { expect, test } from 'vitest';
import { setPaymentSettings } from '#test/factories/settings.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { paymentSettingsPath } from '../../wire/settings.ts';

const t = useApp();

test('settings are those of the account', async () => {
  const [who, other] = [await t.signIn('who@example.com'), await t.signIn('other@example.com')];
  const read = async ({ headers }: typeof who) =>
    (await send(t, 'GET', paymentSettingsPath, undefined, { headers })).body.charge_first;
  expect(await read(who)).toBe('balance');
  await setPaymentSettings(t, who, { charge_first: 'card' });
  expect([await read(who), await read(other)]).toEqual(['card', 'balance']);
  const refused = await send(t, 'PATCH', paymentSettingsPath, { charge_first: 'cash' }, who);
  expect(refused.status).toBe(400);
});
