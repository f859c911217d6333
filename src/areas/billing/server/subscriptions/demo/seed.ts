import type { Payments } from '#areas/payments/server/index.ts';
import type { Actor } from '#kernel/ports.ts';
import { startFreePlan } from '../states/transition-subscription.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { renewLive, take } from './seed-customers.ts';

/** A step of the demo customer's plan: the free plan, another one, or the charge that is due. */
export async function seedPlan(
  deps: Subscriptions,
  payments: Payments,
  accountId: number,
  plan: string,
): Promise<void> {
  // No mails about the past.
  const mail = { ...payments.kernel.mail, send: async () => '' };
  const kernel = { ...payments.kernel, mail };
  const past = { ...deps, kernel, ledger: payments.ledger, payments: { ...payments, kernel } };
  if (plan === 'free') await kernel.work.write((tx) => startFreePlan(past, tx, accountId));
  else if (plan === 'renewal') await renewLive(past, accountId);
  else {
    const actor: Actor = { accountId, roles: [], status: 'active', via: 'session' };
    await take(past, actor, { plan });
  }
}
