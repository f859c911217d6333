// Collects the money for the next period: from the balance, or from a saved card, which a job charges
// afterwards. The subscription waits for that payment, and nothing else is due meanwhile.
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import { chargeCardFor, readCharging } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { type Amount, isZero, subtractAmounts } from '#lib/money.ts';
import * as subscriptionStore from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { readNextTerms } from './next-charge.ts';
import { renew } from './next-period.ts';

type Row = subscriptionStore.SubscriptionRow;

/**
 * `renewed`: the balance has paid. `waiting`: the card is being charged. `country_missing`: a trial
 * whose first charge could not be taxed. Otherwise the shortfall of an account without a card. The
 * row must be locked by `tx`.
 */
export async function collect(
  deps: Subscriptions,
  tx: Tx,
  row: Row,
): Promise<'renewed' | 'waiting' | 'country_missing' | InsufficientBalance> {
  const { tariff, price } = await readNextTerms(tx, row);
  if (row.status === 'trialing' && !isZero(price)) {
    const isKnown = await deps.payments.hasBillingCountry(tx, row.account_id);
    if (!isKnown) return 'country_missing';
  }
  const charging = isZero(price)
    ? undefined
    : (await readCharging(deps.payments, tx, [row.account_id])).get(row.account_id);
  if (charging?.chargeFirst !== 'card') {
    const result = await renew(deps, tx, row);
    if (!('required' in result)) return 'renewed';
    if (!charging) return result;
  }
  const amount = await amountForCard(deps, tx, row, {
    price,
    isWhole: charging.chargeFirst === 'card',
  });
  const paymentId = await chargeCardFor(deps.payments, tx, {
    card: charging.card,
    amount,
    purposeKey: `renewal:${row.id}:${row.current_period_end.toISOString()}`,
    subscriptionId: row.id,
    description: `${tariff.name} plan`,
    metadata: { tariff: tariff.slug },
  });
  await subscriptionStore.updateSubscription(tx, row.id, { renewal_payment_id: paymentId });
  return 'waiting';
}

/** What is missing, or the whole price; a debt of the wallet comes on top. */
async function amountForCard(
  { ledger }: Subscriptions,
  tx: Tx,
  { account_id }: Row,
  { price, isWhole }: { price: Amount; isWhole: boolean },
): Promise<Amount> {
  const wallets = await ledger.readAvailable(tx, [account_id]);
  const available = wallets.find(({ amount }) => amount.currency === price.currency)?.amount;
  if (!available || (isWhole && available.minor >= 0n)) return price;
  return subtractAmounts(price, available);
}
