import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { createTestApi, useKernel } from '#test/test-kernel.ts';
import { mount, respond } from './mount.ts';

const t = useKernel();

const readOldRate = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/old/',
  summary: 'Read a rate',
  permission: { key: 'customs' },
  work: 'none',
  responses: { 200: z.object({}) },
  deprecated: { since: '2026-12-01', sunset: '2027-07-01' },
});

test('each response of a call that ends says so, refusals included', async () => {
  const api = await createTestApi(t.kernel);
  mount(api, readOldRate, () => respond(200, {}));
  for (const headers of [{ authorization: 'Bearer account-7' }, {}]) {
    const reply = await api.app.inject({ url: readOldRate.path, headers });
    expect(reply.statusCode).toBe('authorization' in headers ? 200 : 401);
    expect(reply.headers).toMatchObject({
      deprecation: '@1796083200',
      sunset: 'Thu, 01 Jul 2027 00:00:00 GMT',
      link: expect.stringContaining(
        `<${t.kernel.config.SITE_URL}/docs/changelog>; rel="deprecation"; type="text/html"`,
      ),
    });
  }
});
