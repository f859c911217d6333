// The provider deleted this customer: its cards can't be charged, and their owner is mailed.
import type { Tx } from '#kernel/database/database.ts';
import { type Payments, paymentsTopic } from '../context.ts';
import { mailCardsGone } from '../emails/card-mails.ts';
import { switchOffTopUp } from '../settings/setting-store.ts';
import * as cardStore from './card-store.ts';
import { chooseDefault } from './provider-accounts.ts';

type Missing = { accountId: number; provider: string; customerId: string };

/** Safe to repeat. */
export async function deleteMissingCustomer(
  payments: Payments,
  tx: Tx,
  { accountId, provider, customerId }: Missing,
): Promise<void> {
  const { kernel } = payments;
  await cardStore.lockCards(tx, accountId);
  await cardStore.deleteCustomer(tx, { accountId, provider, customerId });
  const gone = await cardStore.removeCardsOfCustomer(tx, {
    accountId,
    provider,
    customerId,
    now: kernel.clock.now(),
  });
  if (gone.length === 0) return;
  const isDefaultGone = gone.some(({ is_default }) => is_default);
  if (isDefaultGone && !(await chooseDefault(payments, tx, accountId)))
    await switchOffTopUp(tx, accountId);
  await kernel.live.publish(tx, { topic: paymentsTopic, accountId, data: { card: gone[0]!.id } });
  await mailCardsGone(payments, tx, accountId, gone);
}
