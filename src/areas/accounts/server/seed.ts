import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { findAccountByEmail, grantRole, insertAccount } from './account-store.ts';
import { insertActivity } from './sessions/activity-store.ts';

export const demoCustomer = 'demo@example.com';
export const demoStaff = 'staff@example.com';

const dayMs = 86_400_000;
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';

/** A customer with a profile and activity, and an admin. Idempotent. */
export async function seedAccounts({ work, clock }: Kernel): Promise<void> {
  const now = clock.now();
  const ago = (days: number) => new Date(now.getTime() - days * dayMs);
  await work.write(async (tx) => {
    if (await findAccountByEmail(tx, demoCustomer)) return;
    const customer = await insertAccount(tx, {
      email: demoCustomer,
      first_name: 'Dana',
      last_name: 'Reed',
      company: 'Example Imports',
      position: 'Operations',
      phone: '+14155550100',
      date_joined: ago(40),
      last_login: ago(2),
    });
    const staff = await insertAccount(tx, { email: demoStaff, date_joined: ago(60) });
    await grantRole(tx, staff.id, 'admin', ago(60));
    for (const [kind, days] of [
      ['registration', 40],
      ['profile_updated', 39],
      ['login', 2],
    ] as const)
      await insertActivity(tx, {
        id: createId(ago(days)),
        account_id: customer.id,
        kind,
        ip: '203.0.113.7',
        user_agent: firefox,
        created_at: ago(days),
      });
  });
}
