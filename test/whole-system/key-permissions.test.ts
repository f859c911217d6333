// Every endpoint takes API keys as its contract says: asks the guard about all of them.
import { beforeAll, expect, test } from 'vitest';
import { createGuard } from '#kernel/http/guard.ts';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { listScopes, type Scope, scopes } from '#lib/scopes.ts';
import { contracts } from '../../src/contracts.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { useApp } from '../harness.ts';

const t = useApp();
const endpoints = listEndpoints(contracts).map(({ name, endpoint }) => ({ name, endpoint }));
const listKeyScopes = ({ permission }: Endpoint): readonly Scope[] =>
  typeof permission === 'object' && 'key' in permission ? listScopes(permission) : [];

const byKey = new Map<Scope, Record<string, string>>();
beforeAll(async () => {
  for (const scope of scopes) {
    const who = await t.signIn(`${scope.replace(':', '-')}@example.com`);
    byKey.set(scope, (await createApiKey(t, who, { scopes: [scope] })).headers);
  }
});

// Not over HTTP, where calls count as tests of their endpoints.
function ask(scope: Scope, endpoint: Endpoint) {
  const sessions = { check: async () => null };
  const guard = createGuard({ sessions, apiKeys: t.areas.keys.checker });
  return guard(endpoint, { headers: byKey.get(scope)!, ip: '203.0.113.7' });
}

const forKeys = endpoints.filter(({ endpoint }) => listKeyScopes(endpoint).length > 0);
test.each(forKeys)('$name accepts only keys with its scope', async ({ endpoint }) => {
  const required = listKeyScopes(endpoint);
  for (const scope of required)
    expect(await ask(scope, endpoint)).toMatchObject({ via: 'key', roles: [], scopes: [scope] });
  const other = scopes.find((one) => !required.includes(one));
  // Any key reaches calls that name all scopes.
  if (!other) return;
  await expect(ask(other, endpoint)).rejects.toMatchObject({
    declaration: { status: 403, code: 'scope_missing' },
    data: { required: required.join(', ') },
  });
});

const isOpen = ({ permission }: Endpoint) => permission === 'public' || permission === 'optional';
const forPeople = endpoints.filter(
  ({ endpoint }) => listKeyScopes(endpoint).length === 0 && !isOpen(endpoint),
);
test.each(forPeople)('$name accepts no keys', async ({ endpoint }) => {
  await expect(ask('profile:read', endpoint)).rejects.toMatchObject({
    declaration: { status: 403, code: 'jwt_required' },
  });
});
