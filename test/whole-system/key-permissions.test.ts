// Every endpoint takes API keys as its contract says: asks the guard about all of them.
import { beforeAll, expect, test } from 'vitest';
import { createGuard } from '#kernel/http/guard.ts';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { type Scope, scopes } from '#lib/scopes.ts';
import { contracts } from '../../src/app.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { useApp } from '../harness.ts';

const t = useApp();
const endpoints = listEndpoints(contracts).map(({ name, endpoint }) => ({ name, endpoint }));
const scopeOf = ({ permission }: Endpoint): Scope | undefined =>
  typeof permission === 'object' && 'key' in permission ? permission.key : undefined;

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

const forKeys = endpoints.filter(({ endpoint }) => scopeOf(endpoint));
test.each(forKeys)('$name accepts only keys with its scope', async ({ endpoint }) => {
  const scope = scopeOf(endpoint)!;
  expect(await ask(scope, endpoint)).toMatchObject({ via: 'key', roles: [], scopes: [scope] });
  const other = scopes.find((one) => one !== scope)!;
  await expect(ask(other, endpoint)).rejects.toMatchObject({
    declaration: { status: 403, code: 'scope_missing' },
    data: { required: scope },
  });
});

const isOpen = ({ permission }: Endpoint) => permission === 'public' || permission === 'optional';
const forPeople = endpoints.filter(({ endpoint }) => !(scopeOf(endpoint) || isOpen(endpoint)));
test.each(forPeople)('$name accepts no keys', async ({ endpoint }) => {
  await expect(ask('profile:read', endpoint)).rejects.toMatchObject({
    declaration: { status: 403, code: 'jwt_required' },
  });
});
