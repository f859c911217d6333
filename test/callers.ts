// Everybody who may call: strangers, two customers, a key, and staff of every role.
import { type Endpoint, type Role, roles, scopes } from '#lib/endpoint.ts';
import { makeKey } from './api-keys.ts';
import type { SignedIn, TestApp } from './harness.ts';
import { fund, newCustomer } from './plans.ts';

export type Caller = {
  name: string;
  headers: Record<string, string>;
  kind: 'stranger' | 'customer' | 'key' | Role;
};

const demo = 'demo@example.com';

/**
 * Signed in, whatever became of their accounts, their sessions, the features and the limits of
 * their plans meanwhile.
 */
export async function gatherCallers(t: TestApp): Promise<Caller[]> {
  const { pool } = t.kernel.database;
  await pool.query(`update account set status = 'active' where status = 'suspended'`);
  await pool.query('delete from feature_switch');
  await pool.query(
    'update tariff set limits = (select jsonb_object_agg(key, null) from jsonb_each(limits))',
  );
  t.kernel.features.forget();
  const owner = await newCustomer(t, demo);
  const other = await newCustomer(t, 'other@example.com');
  for (const { accountId } of [owner, other]) await fund(t, accountId, '500');
  await pool.query('delete from account_role where account_id = any($1)', [
    [owner.accountId, other.accountId],
  ]);
  const callers: Caller[] = [
    { name: 'nobody', headers: {}, kind: 'stranger' },
    customer(owner),
    customer(other),
    { name: demo, headers: await keyOf(t, owner), kind: 'key' },
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

async function keyOf(t: TestApp, owner: SignedIn): Promise<Record<string, string>> {
  return (await makeKey(t, owner, { scopes: [...scopes] })).headers;
}

/** Whether a call of this kind of caller is what the contract was made for. */
export function isMeantFor({ permission }: Endpoint, { kind }: Caller): boolean {
  if (permission === 'public' || permission === 'optional') return true;
  if (permission === 'user') return kind === 'customer';
  if ('key' in permission) return kind === 'customer' || kind === 'key';
  return kind === 'admin' || permission.staff.some((role) => role === kind);
}
