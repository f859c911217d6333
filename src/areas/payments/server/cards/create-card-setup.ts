// Starts saving a card on the provider's page. Row first, then the provider, in units of their own.
import { findAccount } from '#areas/accounts/server/index.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { hourMs } from '#lib/durations.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { paymentMethodsPath } from '../../wire/cards.constants.ts';
import {
  type CardSetupWire,
  type CreateCardSetupBody,
  cardLimitReached,
  cardsUnavailable,
} from '../../wire/cards.ts';
import { toApiError } from '../checkout/provider-errors.ts';
import { assertBillingCountry, type Payments } from '../context.ts';
import {
  type CardProvider,
  type CreatedCardSetup,
  customerMissing,
  ProviderRefused,
} from '../providers/provider.ts';
import * as setupStore from './card-setup-store.ts';
import * as cardStore from './card-store.ts';
import { deleteMissingCustomer } from './delete-missing-customer.ts';
import { readAccount } from './provider-accounts.ts';
import { serializeSetup } from './serialize-card.ts';

const lifetimeMs = hourMs;

/**
 * Throws cards_unavailable, billing_country_required, not_found, card_limit_reached,
 * provider_unavailable and _refused.
 */
export async function createCardSetup(
  payments: Payments,
  actor: Actor,
  { replaces }: CreateCardSetupBody,
  write: LastWrite<CardSetupWire>,
): Promise<CardSetupWire> {
  const provider = payments.providers.forCards();
  if (!provider?.cards) throw apiError(cardsUnavailable);
  const setup = await saveSetup(payments, actor, provider.name, replaces);
  const created = await askProvider(payments, setup, provider.cards);
  return write(async (tx) =>
    serializeSetup(
      await setupStore.updateSetup(tx, setup.id, {
        provider_setup_id: created.providerSetupId,
        url: created.url,
        expires_at: created.expiresAt,
      }),
    ),
  );
}

const saveSetup = (
  payments: Payments,
  actor: Actor,
  provider: string,
  replaces: string | null,
): Promise<setupStore.SetupRow> =>
  payments.kernel.work.write(async (tx) => {
    const { accountId } = actor;
    await assertBillingCountry(payments, tx, actor);
    if (replaces && !(await cardStore.findCard(tx, accountId, replaces)))
      throw apiError(commonErrors.notFound);
    const now = payments.kernel.clock.now();
    const limit = budgets.cardsPerAccount;
    const count = await cardStore.countCards(tx, accountId, now);
    if (count - (replaces ? 1 : 0) >= limit) throw apiError(cardLimitReached, { limit });
    return setupStore.insertSetup(tx, {
      id: createId(now),
      account_id: accountId,
      provider,
      replaces_card_id: replaces,
      expires_at: new Date(now.getTime() + lifetimeMs),
      created_at: now,
    });
  });

async function askProvider(
  payments: Payments,
  setup: setupStore.SetupRow,
  cards: CardProvider,
): Promise<CreatedCardSetup> {
  const { work, log } = payments.kernel;
  try {
    const providerAccount = await readAccount(payments, { name: setup.provider, cards });
    const customerId = await readCustomerId(payments, setup, { cards, providerAccount });
    try {
      return await requestSetup(payments, setup, { cards, customerId });
    } catch (error) {
      if (!(error instanceof ProviderRefused) || error.code !== customerMissing) throw error;
      const { account_id: accountId, provider } = setup;
      await work.write((tx) =>
        deleteMissingCustomer(payments, tx, { accountId, provider, customerId }),
      );
      const created = await readCustomerId(payments, setup, { cards, providerAccount });
      return await requestSetup(payments, setup, { cards, customerId: created });
    }
  } catch (error) {
    log.warn({ cardSetup: setup.id, err: error }, 'a provider did not start saving a card');
    await work.write((tx) => setupStore.updateSetup(tx, setup.id, { status: 'expired' }));
    throw toApiError(error);
  }
}

function requestSetup(
  { kernel }: Payments,
  setup: setupStore.SetupRow,
  { cards, customerId }: { cards: CardProvider; customerId: string },
): Promise<CreatedCardSetup> {
  const page = `${kernel.config.SITE_URL}${paymentMethodsPath}`;
  return cards.createSetup({
    uuid: setup.id,
    customerId,
    successUrl: `${page}?setup=${setup.id}`,
    cancelUrl: page,
    expiresAt: setup.expires_at,
  });
}

/** The account's customer at the provider, created when its first card is saved. */
async function readCustomerId(
  { kernel: { work, clock } }: Payments,
  { id, account_id: accountId, provider }: setupStore.SetupRow,
  { cards, providerAccount }: { cards: CardProvider; providerAccount: string },
): Promise<string> {
  const at = { provider, providerAccount };
  const { known, account } = await work.read(async (db) => ({
    known: await cardStore.findCustomerId(db, accountId, at),
    account: await findAccount(db, accountId),
  }));
  if (known !== undefined) return known;
  const customerId = await cards.createCustomer({ key: id, email: account!.email });
  return work.write((tx) =>
    cardStore.saveCustomerId(tx, { ...at, accountId, customerId, now: clock.now() }),
  );
}
