// Cards saved at the sandbox, each with a behaviour of its own.
import { randomBytes } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { hourMs } from '#lib/durations.ts';
import { toDecimalText } from '#lib/money.ts';
import {
  type CardProvider,
  type CardSetupSnapshot,
  type CreatedCardSetup,
  type NewCardCharge,
  type NewCardSetup,
  type ProviderCard,
  ProviderRefused,
} from '../provider.ts';
import { type CardBehavior, sandboxCards } from './sandbox-card-behaviors.ts';
import * as cardStore from './sandbox-card-store.ts';
import { settledConfirmations } from './sandbox-payments.ts';
import { insertTransfer, savePayment, updatePayment } from './sandbox-store.ts';

type CardsKernel = Pick<Kernel, 'config' | 'work' | 'clock'>;

const yearsValid = 3;

export const createSandboxCards = (kernel: CardsKernel): CardProvider => ({
  account: () => '',
  loadAccount: async () => '',
  createCustomer: async () => `sbu_${randomBytes(9).toString('hex')}`,
  createSetup: (setup) => createSetup(kernel, setup),
  fetchSetup: (id) => fetchSetup(kernel, id),
  charge: (request) => charge(kernel, request),
  fetchCard: async (id) => {
    const card = await kernel.work.read((db) => cardStore.findCard(db, id));
    return card ? toCard(card) : null;
  },
  removeCard: (id) => removeCards(kernel, 'id', id),
  removeCustomer: (id) => removeCards(kernel, 'provider_customer_id', id),
});

async function createSetup(
  { config, work, clock }: CardsKernel,
  { uuid, customerId, successUrl, cancelUrl, expiresAt }: NewCardSetup,
): Promise<CreatedCardSetup> {
  const saved = await work.write((tx) =>
    cardStore.saveSetup(tx, {
      id: uuid,
      provider_setup_id: `sbs_${randomBytes(9).toString('hex')}`,
      provider_customer_id: customerId,
      success_url: successUrl,
      cancel_url: cancelUrl,
      expires_at: expiresAt,
      created_at: clock.now(),
    }),
  );
  return {
    providerSetupId: saved.provider_setup_id,
    url: `${config.SITE_URL}/pay/sandbox/cards/${uuid}`,
    expiresAt: saved.expires_at,
  };
}

async function fetchSetup({ work, clock }: CardsKernel, id: string): Promise<CardSetupSnapshot> {
  return work.read(async (db) => {
    const setup = await cardStore.findSetupByProviderId(db, id);
    if (!setup)
      throw new ProviderRefused('sandbox', 'The sandbox does not know this setup.', 'not_found');
    const card = await cardStore.findCardOfSetup(db, setup.id);
    return {
      orderId: setup.id,
      status: setup.expires_at < clock.now() ? 'expired' : 'open',
      card: card ? toCard(card) : null,
    };
  });
}

const toCard = ({ id, behavior, exp_month, exp_year }: cardStore.CardRow): ProviderCard => ({
  id,
  // Each behaviour has one number.
  fingerprint: behavior,
  brand: sandboxCards[behavior].brand,
  last4: sandboxCards[behavior].number.slice(-4),
  expMonth: exp_month,
  expYear: exp_year,
});

/** In one transaction, so that a payment is never charged in part. */
const charge = ({ work, clock }: CardsKernel, request: NewCardCharge): Promise<string> =>
  work.write(async (tx) => {
    const { uuid, cardId, customerId, price, description } = request;
    const card = await cardStore.findCard(tx, cardId);
    if (card?.provider_customer_id !== customerId)
      throw new ProviderRefused('sandbox', 'The sandbox does not know this card.', 'card_removed');
    const now = clock.now();
    const amount = toDecimalText(price);
    const payment = await savePayment(tx, {
      id: uuid,
      provider_payment_id: `sbx_${randomBytes(9).toString('hex')}`,
      status: 'waiting',
      price_amount: amount,
      price_currency: price.currency,
      pay_amount: amount,
      pay_currency: price.currency,
      description,
      sandbox_card_id: card.id,
      expires_at: new Date(now.getTime() + hourMs),
      created_at: now,
      updated_at: now,
    });
    if (payment.status !== 'waiting') return payment.provider_payment_id;
    const declineCode = findDeclineCode(card, now);
    if (declineCode === null)
      await insertTransfer(tx, {
        id: `sbt_${randomBytes(9).toString('hex')}`,
        sandbox_payment_id: uuid,
        amount,
        currency: price.currency,
        hash: randomBytes(32).toString('hex'),
        confirmations: settledConfirmations,
        created_at: now,
      });
    const status = declineCode === null ? 'finished' : 'failed';
    await updatePayment(tx, uuid, { status, decline_code: declineCode, updated_at: now });
    return payment.provider_payment_id;
  });

/** Null if the card pays. */
function findDeclineCode({ behavior, exp_month, exp_year }: cardStore.CardRow, now: Date) {
  if (Date.UTC(exp_year, exp_month, 1) <= now.getTime()) return 'expired_card';
  if (behavior === 'is_declined') return 'card_declined';
  return behavior === 'needs_authentication' ? 'authentication_required' : null;
}

const removeCards = (
  { work, clock }: CardsKernel,
  column: 'id' | 'provider_customer_id',
  value: string,
): Promise<void> => work.write((tx) => cardStore.removeCards(tx, column, value, clock.now()));

/** What the page's buttons do. */
export async function saveSandboxCard(
  tx: Tx,
  setup: cardStore.CardSetupRow,
  behavior: CardBehavior,
  now: Date,
): Promise<void> {
  const years = behavior === 'expires' ? 0 : yearsValid;
  await cardStore.insertCard(tx, {
    id: `sbc_${randomBytes(9).toString('hex')}`,
    sandbox_card_setup_id: setup.id,
    provider_customer_id: setup.provider_customer_id,
    behavior,
    exp_month: now.getUTCMonth() + 1,
    exp_year: now.getUTCFullYear() + years,
    created_at: now,
  });
}
