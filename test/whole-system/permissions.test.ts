// Every endpoint with every kind of caller, checked against a manually written table: fails when
// the permission of a contract is changed by mistake, and for an endpoint without a row.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createGuard } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { type Role, roles } from '#lib/staff-permissions.ts';
import { contracts } from '../../src/contracts.ts';

/** Who may call: `anyone`, `signed-in`, or roles; admins always may. */
const rows = JSON.parse(
  readFileSync(new URL('permissions.json', import.meta.url), 'utf8'),
) as Record<string, string>;

const toName = ({ method, path }: Endpoint) => `${method} ${path}`;
const endpoints = listEndpoints(contracts).map(({ endpoint }) => endpoint);

const session = (fields: Partial<Actor> = {}): Actor => ({
  accountId: 1,
  roles: [],
  status: 'active',
  via: 'session',
  ...fields,
});
const callers: Record<string, Actor | null> = {
  stranger: null,
  customer: session(),
  ...Object.fromEntries(roles.map((role) => [role, session({ roles: [role] })])),
};

/** Not over HTTP, where calls count as tests of their endpoints. */
async function isAdmitted(endpoint: Endpoint, actor: Actor | null): Promise<boolean> {
  const guard = createGuard({
    sessions: { check: async () => actor },
    apiKeys: { check: async () => Promise.reject(new Error('no key is sent')) },
  });
  const headers = actor ? { authorization: 'Bearer x' } : {};
  return guard(endpoint, { headers, ip: '203.0.113.7' }).then(
    () => true,
    () => false,
  );
}

function admittedBy(row: string): string[] {
  if (row === 'anyone') return Object.keys(callers);
  if (row === 'signed-in') return Object.keys(callers).filter((name) => name !== 'stranger');
  return [...row.split(' '), 'admin'];
}

test('every endpoint has a row, and every row an endpoint', () => {
  const names = endpoints.map(toName);
  const suggest = endpoints
    .filter((endpoint) => !(toName(endpoint) in rows))
    .map((endpoint) => `${toName(endpoint)}: ${JSON.stringify(endpoint.permission)}`);
  expect(
    suggest,
    'Decide who may call these and add a row to test/whole-system/permissions.json',
  ).toEqual([]);
  expect(Object.keys(rows).filter((name) => !names.includes(name))).toEqual([]);
});

test('rows contain only known roles', () => {
  const known = new Set<string>(['anyone', 'signed-in', ...roles]);
  const words = Object.values(rows).flatMap((row) => row.split(' '));
  expect(words.filter((word) => !known.has(word))).toEqual([]);
});

test.each(endpoints.map((endpoint) => [toName(endpoint), endpoint] as const))(
  '%s admits exactly the callers of its row',
  async (name, endpoint) => {
    const admitted: string[] = [];
    for (const [caller, actor] of Object.entries(callers))
      if (await isAdmitted(endpoint, actor)) admitted.push(caller);
    const expected = new Set(admittedBy(rows[name] ?? ''));
    expect(admitted).toEqual(Object.keys(callers).filter((caller) => expected.has(caller)));
  },
);

const guarded = endpoints.filter(({ permission }) => permission !== 'public');

test('a suspended account may call only endpoints that allow it', async () => {
  const actor = session({ status: 'suspended', roles: ['admin'] satisfies Role[] });
  for (const endpoint of guarded.filter(({ permission }) => permission !== 'optional'))
    expect([toName(endpoint), await isAdmitted(endpoint, actor)]).toEqual([
      toName(endpoint),
      endpoint.whenSuspended === 'allowed',
    ]);
});

test('staff who impersonate a customer cannot change anything', async () => {
  const actor = session({ impersonatedBy: 2 });
  for (const endpoint of guarded.filter(({ method }) => method !== 'GET'))
    expect([toName(endpoint), await isAdmitted(endpoint, actor)]).toEqual([
      toName(endpoint),
      false,
    ]);
});
