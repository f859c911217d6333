// Every cent of Stripe's balance is in one of its "balance transactions".
import type Stripe from 'stripe';
import type { BalanceProvider, ProviderBalance, ProviderMovement, Quantity } from '../provider.ts';
import { fromStripeUnits } from './stripe-amounts.ts';
import { withStripeErrors } from './stripe-errors.ts';
import { readId } from './stripe-snapshot.ts';

type Category = ProviderMovement['category'];

const pageSize = 100;

/** By the type of the movement (docs.stripe.com/reports/balance-transaction-types). */
const typesByCategory: Readonly<
  Record<Exclude<Category, 'dispute' | 'unknown'>, readonly string[]>
> = {
  charge: ['charge', 'payment'],
  refund: [
    'refund',
    'refund_failure',
    'payment_refund',
    'payment_failure_refund',
    'payment_reversal',
  ],
  fee: ['stripe_fee', 'stripe_fx_fee', 'tax_fee', 'application_fee', 'application_fee_refund'],
  payout: ['payout', 'payout_cancel', 'payout_failure', 'topup', 'topup_reversal'],
  reserve: [
    'reserve_transaction',
    'reserved_funds',
    'reserve_hold',
    'reserve_release',
    'payment_network_reserve_hold',
    'payment_network_reserve_release',
    'payout_minimum_balance_hold',
    'payout_minimum_balance_release',
  ],
  other: [
    'adjustment',
    'advance',
    'advance_funding',
    'anticipation_repayment',
    'climate_order_purchase',
    'climate_order_refund',
    'connect_collection_transfer',
    'contribution',
    'fee_credit_funding',
    'stripe_balance_payment_debit',
    'stripe_balance_payment_debit_reversal',
    'tax_fund',
    'transfer',
    'transfer_cancel',
    'transfer_failure',
    'transfer_refund',
  ],
};
const categories: ReadonlyMap<string, Category> = new Map(
  Object.entries(typesByCategory).flatMap(([category, types]) =>
    types.map((type) => [type, category as Category] as const),
  ),
);

/** Money of disputes is an adjustment whose category for reports says so. */
const findCategory = ({ type, reporting_category }: Stripe.BalanceTransaction): Category =>
  type === 'adjustment' && /^dispute/.test(reporting_category)
    ? 'dispute'
    : (categories.get(type) ?? 'unknown');

/** A reserve is a movement of the balance, and its mirror in the reserve, which is none. */
const isMirror = ({ balance_type }: Stripe.BalanceTransaction): boolean =>
  balance_type === 'risk_reserved';

const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);

export const createStripeBalance = (stripe: Stripe): BalanceProvider => ({
  listMovements: (since) => listMovements(stripe, since),
  readBalance: () =>
    withStripeErrors(async () => {
      const balance = await stripe.balance.retrieve();
      const { issuing, refund_and_dispute_prefunding: prefunding } = balance;
      return sumByCurrency({
        available: [
          balance.available,
          issuing?.available ?? [],
          prefunding?.available ?? [],
        ].flat(),
        pending: [balance.pending, prefunding?.pending ?? []].flat(),
      });
    }),
});

async function* listMovements(stripe: Stripe, since: Date): AsyncIterable<ProviderMovement[]> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  for (let last: string | undefined, hasMore = true; hasMore; ) {
    const page = await withStripeErrors(() =>
      stripe.balanceTransactions.list({
        created,
        limit: pageSize,
        expand: ['data.source'],
        ...(last !== undefined && { starting_after: last }),
      }),
    );
    yield page.data.filter((one) => !isMirror(one)).map(toMovement);
    last = page.data.at(-1)?.id;
    hasMore = page.has_more && last !== undefined;
  }
}

type Source = Readonly<Record<string, unknown>> & { id: string; object: string };
const readSource = ({ source }: Stripe.BalanceTransaction): Source | null =>
  typeof source === 'object' ? (source as unknown as Source | null) : null;

function toMovement(one: Stripe.BalanceTransaction): ProviderMovement {
  const source = readSource(one);
  const category = findCategory(one);
  const converted = readSourceAmount(one, source);
  // A fee of its own is an amount that leaves, without a fee.
  const isFee = category === 'fee';
  return {
    id: one.id,
    category: one.exchange_rate !== null && !converted ? 'unknown' : category,
    type: one.type === one.reporting_category ? one.type : `${one.type} ${one.reporting_category}`,
    amount: fromStripeUnits(isFee ? 0 : one.amount, one.currency),
    fee: fromStripeUnits(isFee ? one.fee - one.amount : one.fee, one.currency),
    source: converted,
    subject: readId(one.source),
    paymentReference: readPaymentReference(source),
    description: one.description ?? '',
    at: new Date(one.created * 1000),
    availableAt: new Date(one.available_on * 1000),
    arrivesOn: typeof source?.arrival_date === 'number' ? day(source.arrival_date) : null,
  };
}

/** A rate has too few digits: what it is in the customer's currency is an amount of the source. */
function readSourceAmount(
  { amount, currency, exchange_rate }: Stripe.BalanceTransaction,
  source: Source | null,
): Quantity | null {
  if (exchange_rate === null || typeof source?.amount !== 'number') return null;
  const isConverted = typeof source.currency === 'string' && source.currency !== currency;
  return isConverted
    ? fromStripeUnits(Math.sign(amount) * Math.abs(source.amount), source.currency as string)
    : null;
}

function readPaymentReference(source: Source | null): string | null {
  const intent = source?.payment_intent as string | { id: string } | null | undefined;
  return readId(intent);
}

type Parts = Record<'available' | 'pending', readonly { amount: number; currency: string }[]>;

function sumByCurrency({ available, pending }: Parts): ProviderBalance[] {
  const currencies = new Set([...available, ...pending].map(({ currency }) => currency));
  const sum = (parts: Parts['available'], currency: string) =>
    fromStripeUnits(
      parts.filter((one) => one.currency === currency).reduce((all, one) => all + one.amount, 0),
      currency,
    ).amount;
  return [...currencies].map((currency) => ({
    currency: currency.toUpperCase(),
    available: sum(available, currency),
    pending: sum(pending, currency),
  }));
}
