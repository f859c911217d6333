import { expect, test } from 'vitest';
import { saveCheck } from '#areas/ledger/server/index.ts';
import { dayMs } from '#lib/durations.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const path = '/apix/payments/ledger/check/';

const check = (problems: number) =>
  t.kernel.work.write((tx) =>
    saveCheck(tx, { isSound: problems === 0, problems, now: t.clock.now() }),
  );

test('anybody can see when the ledger was last checked, and whether it was sound', async () => {
  const before = await send(t, 'GET', path, undefined);
  expect(before.status).toBe(200);
  expect(before.body).toEqual({ checked_at: null, is_sound: null });

  await check(0);
  const first = await send(t, 'GET', path, undefined);
  expect(first.body).toEqual({ checked_at: t.clock.now().toISOString(), is_sound: true });
  expect(first.headers['cache-control']).toBe('public, max-age=300');

  t.clock.advance(dayMs);
  await check(2);
  const second = await send(t, 'GET', path, undefined);
  expect(second.body).toEqual({ checked_at: t.clock.now().toISOString(), is_sound: false });
});

test('a network that asks more than once a second is refused', async () => {
  const ask = () => send(t, 'GET', path, undefined, { ip: '203.0.113.60' });
  for (let n = 0; n < 60; n++) await ask();
  const { status, body } = await ask();
  expect([status, body.code]).toEqual([429, 'throttled']);
});
