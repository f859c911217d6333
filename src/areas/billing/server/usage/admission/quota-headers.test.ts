import { expect, test } from 'vitest';
import { createApiKey } from '#test/factories/api-keys.ts';
import { setFreeLimits } from '#test/factories/usage.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();

test('a refused call reports the exhausted quota and no other limit', async () => {
  t.clock.set(new Date('2030-05-14T12:40:00Z'));
  await setFreeLimits(t.kernel, { requests_per_hour: 2 });
  const { headers } = await createApiKey(t, await t.signIn('ann@example.com'), {
    scopes: ['customs'],
  });
  const ask = () => t.app.inject({ url: '/apix/data_customs/currencies/', headers });
  const rates = (reply: Awaited<ReturnType<typeof ask>>) =>
    ['limit', 'remaining', 'reset'].map((name) => Number(reply.headers[`x-ratelimit-${name}`]));
  expect(rates(await ask())).toEqual([2, 1, 1200]);
  await ask();
  const refused = await ask();
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'quota_exceeded']);
  expect(rates(refused)).toEqual([2, 0, 1200]);
  expect(refused.headers['retry-after']).toBe('1200');
});
