import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { subscribeBody } from '../../wire/subscription-changes.ts';
import { subscribe } from './subscribe.ts';
import { findLive } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import { startFreePlan } from './transition-subscription.ts';

const demoCustomer = 'demo@example.com';

/** Puts the demo customer on Pro, paid from the demo balance. Idempotent. */
export async function seedSubscriptions(deps: Subscriptions): Promise<void> {
  const { work } = deps.kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  const live = await work.write(async (tx) => {
    await startFreePlan(deps, tx, account.id);
    return findLive(tx, account.id);
  });
  if (!live || Number(live.price) > 0) return;
  const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
  await subscribe(deps, actor, subscribeBody.parse({ tariff: 'pro' })).catch((error) => {
    // Without the sandbox payments the balance is empty; the customer stays on the free tariff
    // then.
    if (!(error instanceof ApiError)) throw error;
  });
}
