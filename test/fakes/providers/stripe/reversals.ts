// Money that goes back: refunds, and disputes with their funds.
import { move, moveDispute } from './balance.ts';
import type { StripeObject } from './objects.ts';
import type { Values } from './parameters.ts';
import { type Account, change, create, find, listAll } from './state.ts';
import { badRequest } from './stripe-error.ts';

/** The charge that a refund names, itself or by its intent. */
function findPaid(account: Account, values: Values): StripeObject {
  const { charge, payment_intent: intent } = values;
  if ((charge === undefined) === (intent === undefined))
    throw badRequest('You must provide exactly one of charge or payment_intent.', {
      code: 'parameter_missing',
      param: 'charge',
    });
  if (charge !== undefined) return find(account, 'charge', String(charge), 'charge');
  const found = find(account, 'payment_intent', String(intent), 'payment_intent');
  const paid = account.objects.get(String(found.latest_charge));
  if (found.status === 'succeeded' && paid) return paid;
  throw badRequest(
    `This PaymentIntent (${found.id}) does not have a successful charge to refund.`,
    {
      param: 'payment_intent',
    },
  );
}

export function createRefund(account: Account, values: Values): StripeObject {
  const charge = findPaid(account, values);
  const left = Number(charge.amount) - Number(charge.amount_refunded);
  const amount = Number(values.amount ?? left);
  if (charge.disputed && sumWithdrawnForCharge(account, charge) > 0)
    throw badRequest(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw badRequest(`Charge ${charge.id} has already been refunded.`, {
      code: 'charge_already_refunded',
    });
  if (amount < 1) throw badRequest('Invalid positive integer', { param: 'amount' });
  if (amount > left)
    throw badRequest(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      { param: 'amount' },
    );
  const refund = create(account, 'refund', {
    amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    metadata: values.metadata ?? {},
    reason: values.reason ?? null,
    status: 'succeeded',
  });
  const { id } = moveRefund(account, refund, -amount, 'refund');
  change(account, refund.id, { balance_transaction: id });
  change(account, charge.id, {
    amount_refunded: Number(charge.amount_refunded) + amount,
    refunded: amount === left,
  });
  account.notify('refund.created', refund);
  account.notify('charge.refunded', charge);
  return refund;
}

const moveRefund = (account: Account, refund: StripeObject, amount: number, type: string) =>
  move(account, {
    amount,
    currency: String(refund.currency),
    source: refund.id,
    type,
    category: type,
    isAvailable: true,
  });

/** Days later: the bank of the customer does not take the money. */
export function failRefund(account: Account, id: string): void {
  const refund = account.objects.get(id)!;
  const charge = account.objects.get(String(refund.charge))!;
  const back = moveRefund(account, refund, Number(refund.amount), 'refund_failure');
  const failed = change(account, id, {
    status: 'failed',
    failure_reason: 'expired_or_canceled_card',
    failure_balance_transaction: back.id,
  });
  change(account, charge.id, {
    amount_refunded: Number(charge.amount_refunded) - Number(refund.amount),
    refunded: false,
  });
  account.notify('refund.failed', failed);
  account.notify('charge.refund.updated', failed);
}

/** `inquiry` takes no money, nor does a dispute that is prevented before it begins. */
export type DisputeStart = 'dispute' | 'inquiry' | 'prevented';
const startStatuses = {
  dispute: 'needs_response',
  inquiry: 'warning_needs_response',
  prevented: 'prevented',
} as const;

export function openDispute(account: Account, intentId: string, start: DisputeStart): StripeObject {
  const intent = account.objects.get(intentId)!;
  const charge = account.objects.get(String(intent.latest_charge))!;
  const dispute = create(account, 'dispute', {
    amount: Number(charge.amount) - Number(charge.amount_refunded),
    currency: charge.currency,
    charge: charge.id,
    payment_intent: intentId,
    metadata: {},
    reason: 'fraudulent',
    status: startStatuses[start],
    is_charge_refundable: start !== 'dispute',
  });
  change(account, charge.id, { disputed: true });
  account.notify('charge.dispute.created', dispute);
  if (start === 'dispute') withdraw(account, dispute);
  if (start === 'prevented') account.notify('charge.dispute.closed', dispute);
  return dispute;
}

function withdraw(account: Account, dispute: StripeObject): void {
  addMovement(account, dispute, true);
  account.notify('charge.dispute.funds_withdrawn', dispute);
}

const addMovement = (account: Account, dispute: StripeObject, isWithdrawal: boolean) =>
  change(account, dispute.id, {
    balance_transactions: [
      ...(dispute.balance_transactions as StripeObject[]),
      moveDispute(account, dispute, isWithdrawal),
    ],
  });

/** Lost again after it was won is an appeal of the bank. */
export function closeDispute(account: Account, id: string, status: 'won' | 'lost'): void {
  const dispute = account.objects.get(id)!;
  const isWithdrawn = sumWithdrawn(dispute) > 0;
  change(account, id, { status });
  if (status === 'won' && isWithdrawn) {
    addMovement(account, dispute, false);
    account.notify('charge.dispute.funds_reinstated', dispute);
  }
  if (status === 'lost' && !isWithdrawn) withdraw(account, dispute);
  account.notify('charge.dispute.closed', dispute);
}

const sumWithdrawn = ({ balance_transactions: all }: StripeObject): number =>
  -(all as StripeObject[]).reduce((sum, { amount }) => sum + Number(amount), 0);

const sumWithdrawnForCharge = (account: Account, charge: StripeObject): number =>
  listAll(account, 'dispute')
    .filter((one) => one.charge === charge.id)
    .reduce((sum, one) => sum + sumWithdrawn(one), 0);
