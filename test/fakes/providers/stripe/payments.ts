// PaymentIntents and their charges.

import { exponentFor, moveCharge } from './balance.ts';
import type { StripeObject } from './objects.ts';
import type { Values } from './parameters.ts';
import { type Account, change, create, find, secondsNow } from './state.ts';
import { badRequest, StripeFault } from './stripe-error.ts';

const unitsMax = 99_999_999;
/** The smallest charge (docs.stripe.com/currencies). */
const unitsMin: Readonly<Record<string, number>> = {
  usd: 50,
  eur: 50,
  gbp: 30,
  jpy: 50,
  cny: 400,
  kzt: 25_000,
};

export function assertAmount(units: number, currency: string, param: string): void {
  if (!/^[a-z]{3}$/i.test(currency))
    throw badRequest(`Invalid currency: ${currency}.`, { param: 'currency' });
  const text = (amount: number) =>
    `${(amount / 10 ** exponentFor(currency)).toFixed(exponentFor(currency))} ${currency}`;
  const least = unitsMin[currency] ?? 50;
  if (units < least)
    throw badRequest(`Amount must be at least ${text(least)}`, { code: 'amount_too_small', param });
  if (units > unitsMax)
    throw badRequest(`Amount must be no more than ${text(unitsMax)}`, {
      code: 'amount_too_large',
      param,
    });
}

export function createIntent(account: Account, values: Values): StripeObject {
  const { amount, currency, confirm, off_session: isOffSession, customer, metadata = {} } = values;
  assertAmount(Number(amount), String(currency), 'amount');
  if (isOffSession !== undefined && confirm !== true)
    throw badRequest('off_session can only be set when confirm is true.', { param: 'off_session' });
  if (customer !== undefined) find(account, 'customer', String(customer), 'customer');
  const method = values.payment_method && readMethod(account, values);
  if (confirm === true && !method)
    throw badRequest(
      'You cannot confirm this PaymentIntent because it is missing a payment method.',
      {
        code: 'parameter_missing',
        param: 'payment_method',
      },
    );
  const intent = create(account, 'payment_intent', {
    amount,
    currency,
    customer: customer ?? null,
    description: values.description ?? null,
    metadata,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    payment_method: method ? method.id : null,
    payment_method_types: ['card'],
    allowed_payment_method_types: values.allowed_payment_method_types ?? null,
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
    client_secret: 'pi_secret',
  });
  account.notify('payment_intent.created', intent);
  if (confirm === true) confirmBySavedCard(account, intent);
  return intent;
}

/** A saved card can be charged for its own customer only. */
function readMethod(account: Account, { payment_method, customer }: Values): StripeObject {
  const method = find(account, 'payment_method', String(payment_method), 'payment_method');
  if (method.customer !== (customer ?? null))
    throw badRequest(
      `The provided PaymentMethod ${method.id} does not belong to the Customer you supplied. To use it, attach it to that Customer.`,
      { code: 'payment_method_invalid_parameter', param: 'payment_method' },
    );
  return method;
}

function confirmBySavedCard(account: Account, intent: StripeObject): void {
  const method = account.objects.get(String(intent.payment_method))!;
  const code = isExpired(account, method) ? 'expired_card' : account.declines.get(method.id);
  if (!code) {
    succeed(account, intent.id);
    return;
  }
  const failed = decline(account, intent.id, code);
  throw new StripeFault(402, {
    ...(failed.last_payment_error as { message: string }),
    payment_intent: failed,
  });
}

function isExpired({ now }: Account, { card }: StripeObject): boolean {
  const { exp_year: year, exp_month: month } = card as { exp_year: number; exp_month: number };
  return Date.UTC(year, month, 1) <= now().getTime();
}

/** These are codes of errors themselves; all others are reasons of `card_declined`. */
const ownCodes = ['authentication_required', 'expired_card', 'incorrect_cvc', 'processing_error'];

/** The card pays. `charge` can be repeated for a bank debit that was processing. */
export function succeed(account: Account, id: string): void {
  const intent = account.objects.get(id)!;
  const charge = createCharge(account, intent, { status: 'succeeded', paid: true, captured: true });
  const { id: transaction } = moveCharge(account, charge);
  change(account, charge.id, { balance_transaction: transaction, amount_captured: intent.amount });
  change(account, id, {
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
    last_payment_error: null,
  });
  account.notify('charge.succeeded', charge);
  account.notify('payment_intent.succeeded', intent);
}

/** The card does not pay: the intent waits for another one. */
export function decline(account: Account, id: string, declineCode: string): StripeObject {
  const intent = account.objects.get(id)!;
  const code = ownCodes.includes(declineCode) ? declineCode : 'card_declined';
  const message =
    code === 'authentication_required'
      ? 'Your card was declined. This transaction requires authentication.'
      : 'Your card was declined.';
  const charge = createCharge(account, intent, {
    status: 'failed',
    failure_code: code,
    failure_message: message,
  });
  const error = {
    type: 'card_error' as const,
    code,
    decline_code: declineCode,
    charge: charge.id,
    message,
    doc_url: `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`,
  };
  change(account, id, {
    status: 'requires_payment_method',
    latest_charge: charge.id,
    payment_method: null,
    last_payment_error: error,
  });
  account.notify('charge.failed', charge);
  account.notify('payment_intent.payment_failed', intent);
  return intent;
}

const createCharge = (account: Account, intent: StripeObject, values: object): StripeObject =>
  create(account, 'charge', {
    amount: intent.amount,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    metadata: intent.metadata,
    payment_intent: intent.id,
    payment_method: intent.payment_method,
    ...values,
  });

export function processLater(account: Account, id: string): void {
  account.notify('payment_intent.processing', change(account, id, { status: 'processing' }));
}

export function cancelIntent(account: Account, id: string): StripeObject {
  const intent = find(account, 'payment_intent', id);
  if (['succeeded', 'canceled', 'processing'].includes(String(intent.status)))
    throw badRequest(
      `You cannot cancel this PaymentIntent because it has a status of ${intent.status}.`,
      { code: 'payment_intent_unexpected_state', payment_intent: intent },
    );
  const canceled = change(account, id, { status: 'canceled', canceled_at: secondsNow(account) });
  account.notify('payment_intent.canceled', canceled);
  return canceled;
}
