import { expect, test } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import { expectSignInNeeded, expectStaffNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';
import * as contract from '../wire/index.ts';

const t = useApp();
const endpoints = listEndpoints({ figures: contract }).map(({ endpoint }) => endpoint);
const calls = endpoints.map(({ path }) => ['GET', path] as const);

test('only finance and admins read the figures', async () => {
  expect(calls).toHaveLength(9);
  await expectSignInNeeded(t, calls);
  await expectStaffNeeded(t, await t.signIn('customer@example.com'), calls);
  await expectStaffNeeded(t, await t.signIn('sam@example.com', { roles: ['support'] }), calls);
});

test('figures are only read, from a replica where there is one', () => {
  const others = endpoints.filter(({ method, work }) => method !== 'GET' || work !== 'replica');
  expect(others).toEqual([]);
});
