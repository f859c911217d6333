// Every call by which staff change something leaves a line in the audit log, whatever it answers.
// That the line of one that succeeds names its subject is looked at by endpoint-answers.ts.
import { beforeAll, expect, test } from 'vitest';
import { endpointsOf } from '#kernel/openapi.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { buildApp, contracts } from '../src/app.ts';
import { isStaffs } from './endpoint-calls.ts';
import { type SignedIn, useApp } from './harness.ts';

const t = useApp();
let boss: SignedIn;
// An app of its own, whose calls do not count as tests of their endpoints.
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  app = await buildApp(t.kernel, t.areas);
  return () => app.close();
});

const writes = endpointsOf(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(isStaffs);

const call = (endpoint: Endpoint, url: string) =>
  app.inject({ method: endpoint.method, url, headers: boss.headers });

test('there are such calls', () => {
  expect(writes.length).toBeGreaterThan(10);
});

test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s leaves a line',
  async (_, endpoint) => {
    const reply = await call(endpoint, endpoint.path.replace(/:\w+/g, '0'));
    const entries = await t.kernel.database.write
      .selectFrom('audit_entry')
      .selectAll()
      .where('request_id', '=', String(reply.headers['x-request-id']))
      .execute();
    expect(entries).toMatchObject([
      {
        account_id: boss.accountId,
        email: boss.email,
        roles: ['admin'],
        method: endpoint.method,
        path: endpoint.path,
        status: reply.statusCode,
      },
    ]);
  },
);
