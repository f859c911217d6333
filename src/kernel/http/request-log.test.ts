import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { commonErrors } from '#lib/endpoint.ts';
import { recordCalls } from './request-log.ts';

test('keys of unknown paths are looked up for a network only as often as the limit allows', async () => {
  const check = vi.fn(async () => commonErrors.apiKeyInvalid);
  let left = 3;
  const consume = vi.fn(async () => ({
    limit: 3,
    remaining: 0,
    resetSeconds: 1,
    isAllowed: left-- > 0,
  }));
  const app = Fastify();
  recordCalls(app, {
    meter: { record: vi.fn() } as never,
    apiKeys: { check },
    limits: { consume },
  });
  for (let at = 0; at < 5; at++)
    await app.inject({ url: '/apix/nothing/', headers: { 'x-api-key': `sk_live_${at}` } });
  await expect.poll(() => consume).toHaveBeenCalledTimes(5);
  expect(check).toHaveBeenCalledTimes(3);
  expect(consume).toHaveBeenCalledWith(expect.objectContaining({ points: 6000 }), 'ip:127.0.0.1');
});
