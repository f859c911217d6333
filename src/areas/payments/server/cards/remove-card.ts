// Removes cards here at once, and at their provider by a job.
import type { Tx } from '#kernel/database/database.ts';
import type { Payments } from '../context.ts';
import { switchOffTopUp } from '../settings/setting-store.ts';
import * as cardStore from './card-store.ts';

export const removalQueue = 'payments.remove_card';
/** What is to be removed at its provider. */
export type ProviderRemoval = { provider: string } & ({ cardId: string } | { customerId: string });

/** The account's cards must be locked by `tx`. */
export async function removeLocked(
  { kernel }: Payments,
  tx: Tx,
  { id, provider, provider_card_id: cardId }: cardStore.CardRow,
): Promise<void> {
  await cardStore.updateCard(tx, id, { is_default: false, removed_at: kernel.clock.now() });
  await kernel.jobs.send(tx, removalQueue, { provider, cardId });
}

/** When an account is deleted: the provider forgets the customer with all cards. */
export async function removeAllCards(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  accountId: number,
): Promise<void> {
  await cardStore.removeCardsOf(tx, accountId, kernel.clock.now());
  await switchOffTopUp(tx, accountId);
  for (const { provider, provider_customer_id: customerId } of await cardStore.deleteCustomers(
    tx,
    accountId,
  ))
    await kernel.jobs.send(tx, removalQueue, { provider, customerId });
}

/** The job; safe to repeat. */
export async function removeAtProvider(
  { providers }: Payments,
  what: ProviderRemoval,
): Promise<void> {
  const cards = providers.find(what.provider)?.cards;
  if (!cards) throw new Error(`${what.provider} is not configured, but keeps a card`);
  if ('cardId' in what) await cards.removeCard(what.cardId);
  else await cards.removeCustomer(what.customerId);
}
