// Its API lists no movements: they are derived from each deposit and each payout.
import { Decimal } from '#lib/decimal.ts';
import type { BalanceProvider, CreditedDeposit, ProviderMovement, Quantity } from '../provider.ts';
import {
  type NowpaymentsPayment,
  type NowpaymentsPayout,
  ourCode,
  parseResponse,
  responses,
} from './nowpayments-responses.ts';

type Get = (path: string, query?: Record<string, string>) => Promise<unknown>;

const pageSize = 100;
/** Payouts in other states have not left the balance. */
const sentStatuses: readonly string[] = ['processing', 'sending', 'finished'];
const returnedStatuses: readonly string[] = ['failed', 'rejected'];

export const createNowpaymentsBalance = (get: Get): BalanceProvider => ({
  listMovements: (since, deposits) => listMovements(get, since, deposits),
  readBalance: async () =>
    Object.entries(parseResponse(responses.balance, await get('/balance'))).map(
      ([currency, { amount, pendingAmount }]) => ({
        currency: ourCode(currency),
        available: amount,
        pending: pendingAmount ?? '0',
      }),
    ),
});

async function* listMovements(
  get: Get,
  since: Date,
  deposits: readonly CreditedDeposit[],
): AsyncIterable<ProviderMovement[]> {
  for (const deposit of deposits) {
    const json = await get(`/payment/${encodeURIComponent(deposit.id)}`);
    yield toDepositMovements(parseResponse(responses.payment, json), deposit);
  }
  for (let page = 0, isLast = false; !isLast; page++) {
    const query = {
      limit: String(pageSize),
      page: String(page),
      order_by: 'dateCreated',
      order: 'desc',
      date_from: since.toISOString(),
    };
    const { payouts } = parseResponse(responses.payouts, await get('/payout', query));
    yield payouts.flatMap(toPayoutMovements);
    isLast = payouts.length < pageSize;
  }
}

/** With a hash of its payout the money went to our own wallet; otherwise it is in the balance. */
function toDepositMovements(
  one: NowpaymentsPayment,
  { worth }: CreditedDeposit,
): ProviderMovement[] {
  const { outcome_amount: outcome, outcome_currency } = one;
  if (outcome === null || outcome_currency === null) return [];
  const currency = ourCode(outcome_currency);
  const fee = sumFees(one, currency);
  const isOwnFee = fee.currency === currency;
  const at = one.updated_at ?? one.created_at ?? new Date(0);
  const deposit: ProviderMovement = {
    id: one.payment_id,
    category: 'charge',
    type: one.payment_status,
    amount: {
      currency,
      amount: isOwnFee ? new Decimal(outcome).plus(fee.amount).toFixed() : outcome,
    },
    fee,
    source: worth,
    subject: one.payment_id,
    paymentReference: one.payment_id,
    description: `Deposit in ${ourCode(one.pay_currency)}`,
    at,
    availableAt: at,
    arrivesOn: null,
  };
  if (one.payout_hash === null) return [deposit];
  const sent: ProviderMovement = {
    ...deposit,
    id: `${one.payment_id}:sent`,
    category: 'payout',
    type: 'sent to our wallet',
    amount: { currency, amount: new Decimal(outcome).negated().toFixed() },
    fee: { currency, amount: '0' },
    source: null,
    subject: one.payout_hash,
    description: `Sent to our wallet: ${one.payout_hash}`,
    arrivesOn: at.toISOString().slice(0, 10),
  };
  return [deposit, sent];
}

function sumFees({ fee }: NowpaymentsPayment, outcomeCurrency: string): Quantity {
  if (!fee) return { currency: outcomeCurrency, amount: '0' };
  const parts = [fee.depositFee, fee.withdrawalFee, fee.serviceFee];
  const amount = parts.reduce((sum, part) => sum.plus(part ?? 0), new Decimal(0)).toFixed();
  return { currency: ourCode(fee.currency), amount };
}

function toPayoutMovements(one: NowpaymentsPayout): ProviderMovement[] {
  const status = one.status.toLowerCase();
  const isReturned = returnedStatuses.includes(status);
  if (!isReturned && !sentStatuses.includes(status)) return [];
  const currency = ourCode(one.currency);
  const at = one.created_at ?? one.updated_at ?? new Date(0);
  const sent: ProviderMovement = {
    id: `payout:${one.id}`,
    category: 'payout',
    type: 'payout',
    amount: { currency, amount: new Decimal(one.amount).negated().toFixed() },
    fee: { currency, amount: one.fee ?? '0' },
    source: null,
    subject: one.id,
    paymentReference: null,
    description: one.hash ? `Payout ${one.hash}` : `Payout ${one.id}`,
    at,
    availableAt: at,
    arrivesOn: at.toISOString().slice(0, 10),
  };
  if (!isReturned) return [sent];
  const back: ProviderMovement = {
    ...sent,
    id: `payout:${one.id}:returned`,
    type: `payout ${status}`,
    amount: { currency, amount: one.amount },
    fee: { currency, amount: new Decimal(one.fee ?? 0).negated().toFixed() },
    at: one.updated_at ?? at,
  };
  return [sent, back];
}
