// Customers and cards belong to the account of their provider whose keys stored them. Keys of another
// account or mode do not find them; with the earlier keys they can be used again.
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Payments } from '../context.ts';
import {
  type CardProvider,
  type PaymentProvider,
  ProviderRefused,
  ProviderUnavailable,
} from '../providers/provider.ts';
import * as cardStore from './card-store.ts';

type AtProvider = { name: string; cards: CardProvider };

/** Throws ProviderUnavailable. */
export async function readAccount(
  { kernel: { work } }: Pick<Payments, 'kernel'>,
  { name: provider, cards }: AtProvider,
): Promise<string> {
  const known = cards.account();
  if (known !== null) return known;
  const providerAccount = await cards.loadAccount();
  if (providerAccount !== '')
    while (await work.write((tx) => cardStore.assignAccount(tx, { provider, providerAccount })));
  return providerAccount;
}

/** Before cards are chosen. Until a provider has responded, all its cards count as usable. */
export async function loadAccounts(payments: Payments): Promise<void> {
  for (const { name, cards } of payments.providers.offered)
    if (cards)
      await readAccount(payments, { name, cards }).catch((err) =>
        payments.kernel.log.warn({ err }, 'the account of a payment provider could not be read'),
      );
}

/** Whether the card can be charged with the keys of now. */
export function isUsable(
  { providers }: Pick<Payments, 'providers'>,
  { provider, provider_account: stored }: Pick<cardStore.CardRow, 'provider' | 'provider_account'>,
): boolean {
  const cards = providers.find(provider)?.cards;
  if (!cards) return false;
  const current = cards.account();
  return !current || !stored || current === stored;
}

/** The cards to charge, by account: the default, or else the newest that can be charged. */
export async function pickCards(
  payments: Pick<Payments, 'providers'>,
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, cardStore.CardRow>> {
  const cards = await cardStore.listByPreference(db, accountIds);
  const usable = cards.filter((card) => isUsable(payments, card));
  return new Map(usable.reverse().map((card) => [card.account_id, card]));
}

/** Of an account whose default card is removed. Returns false if there is no card left. */
export async function chooseDefault(
  payments: Pick<Payments, 'providers'>,
  tx: Tx,
  accountId: number,
): Promise<boolean> {
  const cards = await cardStore.listByPreference(tx, [accountId]);
  const next = cards.find((card) => isUsable(payments, card)) ?? cards[0];
  if (next) await cardStore.updateCard(tx, next.id, { is_default: true });
  return next !== undefined;
}

/** What staff have to know: how much belongs to other accounts than that of the keys. */
export async function describeElsewhere(
  { kernel }: Pick<Payments, 'kernel'>,
  { name, cards }: Pick<PaymentProvider, 'name' | 'cards'>,
): Promise<string | null> {
  if (!cards) return null;
  // That the provider does not respond is reported elsewhere.
  const account = await readAccount({ kernel }, { name, cards }).catch((err: unknown) => {
    if (err instanceof ProviderUnavailable || err instanceof ProviderRefused) return '';
    throw err;
  });
  if (account === '') return null;
  const { customers, cards: count } = await kernel.work.read((db) =>
    cardStore.countElsewhere(db, { provider: name, providerAccount: account }),
  );
  if (customers === 0 && count === 0) return null;
  return `${customers} customers and ${count} cards belong to another account of ${name} than ${account}, that of its key`;
}
