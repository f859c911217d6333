// Removes cards here at once, and at their provider by a job.
import type { Tx } from '#kernel/database/database.ts';
import type { Payments } from '../context.ts';
import { switchOffTopUp } from '../settings/setting-store.ts';
import * as cardStore from './card-store.ts';
import { isUsable, readAccount } from './provider-accounts.ts';

export const removalQueue = 'payments.remove_card';
/** What is to be removed at its provider. */
export type ProviderRemoval = { provider: string; providerAccount?: string } & (
  | { cardId: string }
  | { customerId: string }
);

/** The account's cards must be locked by `tx`. */
export async function removeLocked(
  { kernel }: Payments,
  tx: Tx,
  { id, provider, provider_account: providerAccount, provider_card_id: cardId }: cardStore.CardRow,
): Promise<void> {
  await cardStore.updateCard(tx, id, { is_default: false, removed_at: kernel.clock.now() });
  await kernel.jobs.send(tx, removalQueue, { provider, providerAccount, cardId });
}

/** When an account is deleted: the provider deletes the customer with all cards. */
export async function removeAllCards(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  accountId: number,
): Promise<void> {
  await cardStore.removeAccountCards(tx, accountId, kernel.clock.now());
  await switchOffTopUp(tx, accountId);
  for (const customer of await cardStore.deleteCustomers(tx, accountId))
    await kernel.jobs.send(tx, removalQueue, {
      provider: customer.provider,
      providerAccount: customer.provider_account,
      customerId: customer.provider_customer_id,
    });
}

/** The job; safe to repeat. */
export async function removeAtProvider(payments: Payments, what: ProviderRemoval): Promise<void> {
  const { provider, providerAccount = '' } = what;
  const cards = payments.providers.find(provider)?.cards;
  if (!cards) throw new Error(`${provider} is not configured, but keeps a card`);
  await readAccount(payments, { name: provider, cards });
  if (!isUsable(payments, { provider, provider_account: providerAccount }))
    return payments.kernel.log.warn(
      what,
      'what another account of a provider has can not be removed',
    );
  if ('cardId' in what) await cards.removeCard(what.cardId);
  else await cards.removeCustomer(what.customerId);
}
