import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createKeyBody } from '../../wire/keys.ts';
import { createKey } from './create-key.ts';
import { countLiveKeys } from './key-store.ts';
import type { Keys } from './keys.ts';

const demoCustomer = 'demo@example.com';

/** Two keys for the demo customer: one for its shop, one about to expire. Idempotent. */
export async function seedKeys(keys: Keys): Promise<void> {
  const { work, clock } = keys.kernel;
  const now = clock.now();
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  await work.write(async (tx) => {
    if ((await countLiveKeys(tx, account.id, now)) > 0) return;
    const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
    const make = (body: object) => createKey(keys, tx, actor, createKeyBody.parse(body));
    await make({
      name: 'production',
      description: 'Prices in the shop',
      scopes: ['customs', 'payments:read', 'proxy'],
      allowed_ips: ['203.0.113.0/24'],
    });
    await make({ name: 'ci', scopes: ['profile:read'], expires_in_days: 5 });
  });
}
