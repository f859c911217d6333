// All kinds of callers: anonymous, two customers, an API key, and staff of every role.
import type { Endpoint } from '#lib/endpoint.ts';
import { scopes } from '#lib/scopes.ts';
import { type Role, roles, staffPermissions } from '#lib/staff-permissions.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { addFunds, createCustomer } from '../factories/subscriptions.ts';
import type { SignedIn, TestApp } from '../harness.ts';

export type Caller = {
  name: string;
  headers: Record<string, string>;
  kind: 'stranger' | 'customer' | 'key' | Role;
};

const demo = 'demo@example.com';

/**
 * Signs all callers in, and undoes what earlier calls did to their accounts, to features and to the
 * limits of plans.
 */
export async function createCallers(t: TestApp): Promise<Caller[]> {
  const { pool } = t.kernel.database;
  await pool.query(`update account set status = 'active' where status = 'suspended'`);
  await pool.query('delete from feature_switch');
  await pool.query(
    'update tariff set limits = (select jsonb_object_agg(key, null) from jsonb_each(limits))',
  );
  t.kernel.features.clearCache();
  const owner = await createCustomer(t, demo);
  const other = await createCustomer(t, 'other@example.com');
  for (const { accountId } of [owner, other]) await addFunds(t, accountId, '500');
  await pool.query('delete from account_role where account_id = any($1)', [
    [owner.accountId, other.accountId],
  ]);
  const callers: Caller[] = [
    { name: 'nobody', headers: {}, kind: 'stranger' },
    customer(owner),
    customer(other),
    { name: demo, headers: await createKey(t, owner), kind: 'key' },
  ];
  for (const role of roles) {
    const email = `${role}@example.com`;
    await pool.query(
      'delete from account_role using account where id = account_id and email = $1',
      [email],
    );
    const { headers } = await t.signIn(email, { roles: [role] });
    callers.push({ name: email, headers, kind: role });
  }
  return callers;
}

const customer = ({ email, headers }: SignedIn): Caller => ({
  name: email,
  headers,
  kind: 'customer',
});

async function createKey(t: TestApp, owner: SignedIn): Promise<Record<string, string>> {
  return (await createApiKey(t, owner, { scopes: [...scopes] })).headers;
}

/** Whether the contract is meant for this kind of caller. */
export function isIntendedFor({ permission }: Endpoint, { kind }: Caller): boolean {
  if (permission === 'public' || permission === 'optional') return true;
  if (permission === 'user') return kind === 'customer';
  if ('key' in permission) return kind === 'customer' || kind === 'key';
  return kind === 'admin' || staffPermissions[permission.staff].some((role: Role) => role === kind);
}
