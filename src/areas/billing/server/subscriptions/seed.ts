import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { ApiError } from '#kernel/http/errors.ts';
import { subscribeBody } from '../../subscription-body.ts';
import { beginFree } from './move-subscription.ts';
import { subscribe } from './subscribe.ts';
import { findLive } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

const demoCustomer = 'demo@example.com';

/** The demo customer is on Pro, from the balance of the demo payments. Safe to repeat. */
export async function seedSubscriptions(deps: Subscriptions): Promise<void> {
  const { work } = deps.kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  const live = await work.write(async (tx) => {
    await beginFree(deps, tx, account.id);
    return findLive(tx, account.id);
  });
  if (!live || Number(live.price) > 0) return;
  const actor = { accountId: account.id, roles: [], status: 'active', via: 'session' } as const;
  await subscribe(deps, actor, subscribeBody.parse({ tariff: 'pro' })).catch((error) => {
    // Without the sandbox's payments the balance is empty, and the free plan is a plan too.
    if (!(error instanceof ApiError)) throw error;
  });
}
