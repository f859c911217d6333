// Saves the card of a setup once its provider has it.
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { minuteMs } from '#lib/durations.ts';
import { cardReady, type Payments, paymentsTopic } from '../context.ts';
import { mailCardSaved } from '../emails/card-mails.ts';
import {
  type CardSetupSnapshot,
  type ProviderCard,
  ProviderRefused,
  ProviderUnavailable,
} from '../providers/provider.ts';
import * as setupStore from './card-setup-store.ts';
import * as cardStore from './card-store.ts';
import { isUsable, readAccount } from './provider-accounts.ts';
import { removeLocked } from './remove-card.ts';

export type SetupResult = 'done' | 'mismatch' | 'not_asked';

const quietMs = 2 * minuteMs;
const batchMax = 100;

/** Safe to repeat. Throws ProviderUnavailable, ProviderRefused. `mismatch`: another setup. */
export async function finishCardSetup(payments: Payments, id: string): Promise<SetupResult> {
  const { work } = payments.kernel;
  const setup = await work.read((db) => setupStore.findSetup(db, id));
  const cards = setup && payments.providers.find(setup.provider)?.cards;
  if (!cards || !setup.provider_setup_id || setup.status === 'completed') return 'not_asked';
  const providerAccount = await readAccount(payments, { name: setup.provider, cards });
  const snapshot = await cards.fetchSetup(setup.provider_setup_id);
  if (snapshot.orderId !== id) return 'mismatch';
  await work.write((tx) => applySnapshot(payments, tx, id, { ...snapshot, providerAccount }));
  return 'done';
}

async function applySnapshot(
  payments: Payments,
  tx: Tx,
  id: string,
  { card, status, providerAccount }: CardSetupSnapshot & { providerAccount: string },
): Promise<void> {
  const setup = await setupStore.lockSetup(tx, id);
  if (!setup || setup.status === 'completed') return;
  if (card) return saveCard(payments, tx, setup, { card, providerAccount });
  if (status !== setup.status) await setupStore.updateSetup(tx, id, { status });
}

async function saveCard(
  payments: Payments,
  tx: Tx,
  setup: setupStore.SetupRow,
  { card, providerAccount }: { card: ProviderCard; providerAccount: string },
): Promise<void> {
  const { account_id: accountId, provider, replaces_card_id: replacesId } = setup;
  const at = { provider, providerAccount };
  const { kernel } = payments;
  await cardStore.lockCards(tx, accountId);
  const customerId = await cardStore.findCustomerId(tx, accountId, at);
  // The account was deleted meanwhile, and its cards at the provider with it.
  if (customerId === undefined) return;
  const replaced = replacesId ? await cardStore.findCard(tx, accountId, replacesId) : undefined;
  const earlier = await cardStore.findCardByFingerprint(tx, accountId, at, card.fingerprint);
  const before = await cardStore.findDefaultCard(tx, accountId);
  const isDefault =
    !before || [replaced?.id, earlier?.id].includes(before.id) || !isUsable(payments, before);
  if (isDefault) await cardStore.clearDefault(tx, accountId);
  // Not in place: a charge that is under way repeats its request with the same card.
  if (earlier) await removeLocked(payments, tx, earlier);
  if (replaced && replaced.id !== earlier?.id) await removeLocked(payments, tx, replaced);
  const now = kernel.clock.now();
  const row = await cardStore.insertCard(tx, {
    id: createId(now),
    account_id: accountId,
    provider,
    provider_account: providerAccount,
    provider_customer_id: customerId,
    provider_card_id: card.id,
    fingerprint: card.fingerprint,
    brand: card.brand,
    last4: card.last4,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    is_default: isDefault,
    created_at: now,
  });
  await setupStore.updateSetup(tx, setup.id, {
    status: 'completed',
    card_id: row.id,
    was_saved_before: earlier !== undefined,
  });
  await kernel.live.publish(tx, { topic: paymentsTopic, accountId, data: { card: row.id } });
  await mailCardSaved(payments, tx, row);
  if (isDefault) await kernel.events.publish(tx, cardReady, { accountId });
}

/** Asks providers about setups whose webhooks may have been lost. */
export async function checkCardSetups(payments: Payments): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const now = clock.now();
  const before = new Date(now.getTime() - quietMs);
  for (const id of await work.read((db) => setupStore.listSetupsToCheck(db, before, batchMax)))
    try {
      await checkCardSetup(payments, id, quietMs);
    } catch (err) {
      log.error({ cardSetup: id, err }, 'the setup of a card could not be checked');
    }
  await work.write((tx) => setupStore.deleteExpiredSetups(tx, now));
}

/** Asks at most every so often. What the provider does not answer is asked again. */
export async function checkCardSetup(
  payments: Payments,
  id: string,
  everyMs: number,
): Promise<void> {
  const { work, clock, log } = payments.kernel;
  const now = clock.now();
  if (!(await work.write((tx) => setupStore.claimSetupCheck(tx, id, now, everyMs)))) return;
  try {
    await finishCardSetup(payments, id);
  } catch (err) {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    log.warn({ cardSetup: id, err }, 'the setup of a card could not be fetched');
  }
  // Also if the provider never got it, or has deleted it.
  await work.write(async (tx) => {
    const setup = await setupStore.lockSetup(tx, id);
    if (setup?.status === 'open' && setup.expires_at < now)
      await setupStore.updateSetup(tx, id, { status: 'expired' });
  });
}
