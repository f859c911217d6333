// Every change by staff leaves an entry in the audit log, whatever the response. That entries of
// successful changes name their subject is checked by endpoint-answers.ts.
import { beforeAll, expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { buildApp } from '../../src/app.ts';
import { contracts } from '../../src/contracts.ts';
import { type SignedIn, useApp } from '../harness.ts';
import { isStaffChange } from '../response-coverage/recorded-responses.ts';

const t = useApp();
let boss: SignedIn;
// A separate app, whose calls do not count as tests of their endpoints.
let app: Awaited<ReturnType<typeof buildApp>>;

beforeAll(async () => {
  boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  app = await buildApp(t.kernel, t.areas);
  return () => app.close();
});

const writes = listEndpoints(contracts)
  .map(({ endpoint }) => endpoint)
  .filter(isStaffChange);

const call = (endpoint: Endpoint, url: string) =>
  app.inject({ method: endpoint.method, url, headers: boss.headers });

test('contracts declare changes by staff', () => {
  expect(writes.length).toBeGreaterThan(10);
});

test('each says in the past what was done', () => {
  const silent = writes.filter(({ audited }) => !/^[a-z][A-Za-z -]+[a-z]$/.test(audited ?? ''));
  expect(silent.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

test.each(writes.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s leaves an entry',
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
