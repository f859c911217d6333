import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createKeyBody } from '../../wire/keys.ts';
import { createKey } from './create-key.ts';
import { countLiveKeys } from './key-store.ts';
import { addKeyUsage } from './key-usage-store.ts';
import type { Keys } from './keys.ts';
import { dailyRequestDays } from './serialize-key.ts';

const demoCustomer = 'demo@example.com';
const demoAddress = '203.0.113.7';

/** Two keys for the demo customer: one in daily use, one about to expire. Idempotent. */
export async function seedKeys(keys: Keys): Promise<void> {
  const { work, clock } = keys.kernel;
  const now = clock.now();
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  await work.write(async (tx) => {
    if ((await countLiveKeys(tx, account.id, now)) > 0) return;
    const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
    const make = (given: object) => createKey(keys, tx, actor, createKeyBody.parse(given));
    const { id } = await make({
      name: 'production',
      description: 'Prices in the shop',
      scopes: ['customs', 'payments:read'],
      allowed_ips: ['203.0.113.0/24'],
    });
    await make({ name: 'ci', scopes: ['profile:read'], expires_in_days: 5 });
    await addKeyUsage(tx, usesOf(id, now));
  });
}

/** Grows from week to week, and is low on two days of seven. */
const usesOf = (keyId: string, now: Date) =>
  dailyRequestDays(now).map((day, at) => ({
    keyId,
    day,
    requests: at % 7 < 5 ? 40 + at * 9 : 6,
    lastUsedAt: new Date(now.getTime() - 240_000),
    lastUsedIp: demoAddress,
  }));
