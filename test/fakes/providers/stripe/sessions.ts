// Customers, and the Checkout sessions in which they pay or save a card on Stripe's page.
import type { StripeObject } from './objects.ts';
import type { Value, Values } from './parameters.ts';
import { assertAmount, decline, processLater, succeed } from './payments.ts';
import { type Account, change, create, find, listAll, secondsNow } from './state.ts';
import { badRequest } from './stripe-error.ts';

export function createCustomer(account: Account, { expand: _, ...values }: Values): StripeObject {
  const customer = create(account, 'customer', { ...values, invoice_prefix: 'FAKE' });
  account.notify('customer.created', customer);
  return customer;
}

/** With the cards. */
export function deleteCustomer(account: Account, id: string): object {
  const customer = find(account, 'customer', id);
  for (const method of listAll(account, 'payment_method'))
    if (method.customer === id) change(account, method.id, { customer: null });
  account.objects.delete(id);
  account.notify('customer.deleted', customer);
  return { id, object: 'customer', deleted: true };
}

export function detachMethod(account: Account, id: string): StripeObject {
  const method = find(account, 'payment_method', id);
  if (method.customer === null)
    throw badRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  account.notify('payment_method.detached', change(account, id, { customer: null }));
  return method;
}

const minuteSeconds = 60;

export function createSession(account: Account, values: Values, pageUrl: string): StripeObject {
  const { mode, customer, success_url, cancel_url = null, metadata = {} } = values;
  const order = mode === 'setup' ? readSetup(values) : readOrder(values);
  if (customer !== undefined) find(account, 'customer', String(customer), 'customer');
  for (const [param, url] of Object.entries({ success_url, cancel_url }))
    if (typeof url === 'string' && !/^https?:\/\//.test(url))
      throw badRequest('Not a valid URL', { code: 'url_invalid', param });
  if (typeof values.client_reference_id === 'string' && values.client_reference_id.length > 200)
    throw badRequest('Invalid string: it must be at most 200 characters', {
      param: 'client_reference_id',
    });
  const session = create(account, 'checkout.session', {
    ...order,
    mode,
    customer: customer ?? null,
    client_reference_id: values.client_reference_id ?? null,
    metadata,
    success_url: success_url ?? null,
    cancel_url,
    expires_at: readEnd(account, values.expires_at),
    status: 'open',
    payment_status: mode === 'setup' ? 'no_payment_required' : 'unpaid',
    payment_method_types: ['card'],
    allowed_payment_method_types: values.allowed_payment_method_types ?? null,
  });
  // What its intent will have.
  planned.set(session, (values.payment_intent_data ?? values.setup_intent_data ?? {}) as Values);
  return change(account, session.id, { url: `${pageUrl}/${session.id}` });
}

const planned = new WeakMap<StripeObject, Values>();

function readEnd(account: Account, value: Value | undefined): number {
  const now = secondsNow(account);
  const end = Number(value ?? now + 24 * 60 * minuteSeconds);
  if (end < now + 30 * minuteSeconds)
    throw badRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  if (end > now + 24 * 60 * minuteSeconds)
    throw badRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  return end;
}

function readSetup(values: Values): object {
  for (const param of ['line_items', 'payment_intent_data'])
    if (values[param] !== undefined)
      throw badRequest(`You can not pass \`${param}\` in \`setup\` mode.`, { param });
  if (values.currency === undefined && values.allowed_payment_method_types === undefined)
    throw badRequest('Missing required param: currency.', {
      code: 'parameter_missing',
      param: 'currency',
    });
  return { currency: values.currency ?? null };
}

type Price = { currency: string; unit_amount?: number; product?: string; product_data?: object };

function readOrder(values: Values): object {
  if (values.setup_intent_data !== undefined)
    throw badRequest('You can only pass `setup_intent_data` in `setup` mode.', {
      param: 'setup_intent_data',
    });
  const items = (values.line_items ?? []) as { price_data?: Price; quantity?: number }[];
  if (items.length === 0)
    throw badRequest('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  const totals = items.map(({ price_data: price, quantity = 1 }, at) => {
    const param = `line_items[${at}][price_data]`;
    if (price?.unit_amount === undefined || (!price.product && !price.product_data))
      throw badRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
    return price.unit_amount * quantity;
  });
  const currency = items[0]!.price_data!.currency;
  const total = totals.reduce((sum, one) => sum + one, 0);
  assertAmount(total, currency, 'line_items');
  return { currency, amount_subtotal: total, amount_total: total };
}

export function expireSession(account: Account, id: string): StripeObject {
  const session = find(account, 'checkout.session', id);
  if (session.status !== 'open')
    throw badRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    );
  const expired = change(account, id, { status: 'expired', url: null });
  account.notify('checkout.session.expired', expired);
  return expired;
}

/** Sessions whose time is over. */
export function expireOld(account: Account): void {
  for (const { id, status, expires_at: end } of listAll(account, 'checkout.session'))
    if (status === 'open' && Number(end) <= secondsNow(account)) expireSession(account, id);
}

/** What its owner does on the page: a decline code leaves it open, for another card. */
export type Payment = 'pay' | 'pay_later' | { decline: string };

export function paySession(account: Account, id: string, payment: Payment): void {
  const session = find(account, 'checkout.session', id);
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  const intentId = String(session.payment_intent ?? startIntent(account, session));
  if (typeof payment === 'object') {
    decline(account, intentId, payment.decline);
    return;
  }
  if (payment === 'pay') succeed(account, intentId);
  else processLater(account, intentId);
  const completed = change(account, id, {
    status: 'complete',
    payment_status: payment === 'pay' ? 'paid' : 'unpaid',
    url: null,
  });
  account.notify('checkout.session.completed', completed);
}

function startIntent(account: Account, session: StripeObject): string {
  const { metadata = {}, description = null } = planned.get(session) ?? {};
  const intent = create(account, 'payment_intent', {
    amount: session.amount_total,
    currency: session.currency,
    customer: session.customer,
    description,
    metadata,
    status: 'requires_payment_method',
    payment_method_types: ['card'],
    capture_method: 'automatic_async',
    confirmation_method: 'automatic',
  });
  change(account, session.id, { payment_intent: intent.id });
  account.notify('payment_intent.created', intent);
  return intent.id;
}

/** A bank debit that was submitted is decided days later. */
export function decideDebit(account: Account, id: string, isPaid: boolean): void {
  const session = find(account, 'checkout.session', id);
  const intentId = String(session.payment_intent);
  if (isPaid) succeed(account, intentId);
  else decline(account, intentId, 'insufficient_funds');
  if (isPaid) change(account, id, { payment_status: 'paid' });
  const result = isPaid ? 'succeeded' : 'failed';
  account.notify(`checkout.session.async_payment_${result}`, session);
}

export type CardFace = {
  last4: string;
  brand: string;
  fingerprint: string;
  exp_month?: number;
  exp_year?: number;
};

/** Saves a card that pays, or is declined with a code whenever it is charged. */
export function saveCard(
  account: Account,
  id: string,
  card: CardFace,
  declineCode?: string,
): StripeObject {
  const session = find(account, 'checkout.session', id);
  if (session.status !== 'open') throw badRequest(`This session is ${session.status}.`);
  const year = account.now().getUTCFullYear() + 3;
  const method = create(account, 'payment_method', {
    type: 'card',
    customer: session.customer,
    metadata: {},
    card: { exp_month: 4, exp_year: year, funding: 'credit', country: 'US', ...card },
  });
  if (declineCode) account.declines.set(method.id, declineCode);
  const setup = create(account, 'setup_intent', {
    status: 'succeeded',
    customer: session.customer,
    payment_method: method.id,
    payment_method_types: ['card'],
    usage: 'off_session',
    metadata: planned.get(session)?.metadata ?? {},
  });
  change(account, id, { status: 'complete', setup_intent: setup.id, url: null });
  account.notify('setup_intent.created', setup);
  account.notify('payment_method.attached', method);
  account.notify('setup_intent.succeeded', setup);
  account.notify('checkout.session.completed', session);
  return method;
}
