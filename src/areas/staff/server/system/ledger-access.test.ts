import { test } from 'vitest';
import { expectSignInNeeded, expectStaffNeeded } from '#test/access.ts';
import { useApp } from '#test/harness.ts';

const t = useApp();
const calls = [
  ['GET', '/apix/admin/ledger/journals/1/'],
  ['GET', '/apix/admin/ledger/trial-balance/'],
] as const;

test('only finance reads the ledger', async () => {
  await expectSignInNeeded(t, calls);
  await expectStaffNeeded(t, await t.signIn('customer@example.com'), calls);
});
