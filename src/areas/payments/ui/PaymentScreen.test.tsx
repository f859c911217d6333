import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { openScreen, resetBrowser, signInAs, stubApi } from '#test/screens.tsx';
import type { PaymentWire } from '../contract.ts';
import PaymentScreen from './PaymentScreen.tsx';
import { paymentOf } from './payments-on-the-wire.ts';

const path = 'GET /apix/payments/payments/p1/';
const cancelPath = 'POST /apix/payments/payments/p1/cancel/';
const eventsPath = 'GET /apix/events/';
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const answer = (change: Partial<PaymentWire> = {}) => ({ status: 200, body: paymentOf(change) });
const noStream = { status: 403, body: { detail: 'No.' } };

const short: Partial<PaymentWire> = {
  status: 'partially_paid',
  status_display: 'Partially paid',
  next_step: 'pay_rest',
  actually_paid: '60.000000',
  amount_left: '60.600000',
  credited_amount: '59.70',
  is_pending: false,
  can_cancel: false,
  has_receipt: true,
};
const closed: Partial<PaymentWire> = {
  is_pending: false,
  is_final: true,
  can_cancel: false,
  amount_left: null,
  seconds_left: 0,
};

function open(first: object, events: object = noStream) {
  const api = stubApi({ [path]: first as never, [eventsPath]: events as never });
  const screens = [{ path: '/dashboard/payments/:uuid', element: PaymentScreen }];
  return openScreen('/dashboard/payments/p1', screens).then((screen) => ({ ...screen, api }));
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a pending payment says what to send where, with a code and a clock', async () => {
  await open(answer({ pay_extra_id: '20261120' }));
  await shown('120.60 USDT');
  await shown('TjCm2Rrt15JWQeKZjTpsVPLaEb5Vjcz37v');
  await shown('The memo is needed');
  await expect.element(page.getByRole('img', { name: 'QR code to pay with' })).toBeVisible();
  await expect
    .poll(() => page.getByRole('timer').element().textContent)
    .toMatch(/^(59:\d\d|1:00:00)$/);
  await expect.element(button('Copy memo')).toBeVisible();
});

test('a short payment asks for the rest at the same address, with a code without amount', async () => {
  await open(answer(short));
  await shown('The amount was short');
  await shown(/60\.00 USDT arrived, 60\.60 USDT is missing/);
  await shown(/\$59\.70 is in your wallet already/);
  await expect.element(page.getByRole('img', { name: 'QR code of the address' })).toBeVisible();
  await expect.element(button('Cancel payment')).not.toBeInTheDocument();
});

test.for(['payments', 'lost'])(
  'an event "%s" of the stream loads the payment again',
  async (topic) => {
    const arrival = Promise.withResolvers<void>();
    const events = async () => {
      await arrival.promise;
      return {
        status: 200,
        text: `id: 1\ndata: ${JSON.stringify({ id: '1', topic, data: {} })}\n\n`,
      };
    };
    const { api } = await open(answer(), events);
    await shown('Waiting for payment');
    api.answers[path] = answer({ ...closed, status: 'completed', status_display: 'Completed' });
    arrival.resolve();
    await shown('The money is in your wallet');
  },
);

test('cancelling asks first, and a refusal stays in the dialog', async () => {
  const { api } = await open(answer());
  api.answers[cancelPath] = {
    status: 400,
    body: { detail: 'Payment can no longer be cancelled.', code: 'invalid_state' },
  };
  await userEvent.click(button('Cancel payment'));
  const dialog = page.getByRole('alertdialog', { name: 'Cancel payment PAY_20261120_1A2B3C4D?' });
  const confirm = dialog.getByRole('button', { name: 'Cancel payment' });
  await userEvent.click(confirm);
  await expect.element(dialog.getByText('Payment can no longer be cancelled.')).toBeVisible();
  const cancelled = { ...closed, status: 'cancelled', status_display: 'Cancelled' } as const;
  api.answers[cancelPath] = answer(cancelled);
  api.answers[path] = answer(cancelled);
  await userEvent.click(confirm);
  await shown('You cancelled this payment');
});

test.for([
  ['expired', 'The time to pay is over', 'start_again'],
  ['failed', 'The payment failed', 'start_again'],
  ['refunded', 'This payment was given back', 'none'],
] as const)('a payment that is %s says so and what to do next', async ([status, words, next]) => {
  await open(answer({ ...closed, status, status_display: status, next_step: next }));
  await shown(words);
  const again = page.getByRole('link', { name: 'Start again' });
  if (next === 'none') await expect.element(again).not.toBeInTheDocument();
  else
    await expect
      .element(again)
      .toHaveAttribute('href', '/dashboard/wallet/add?amount=120.00&currency=usdttrc20');
});

test('an unknown payment is told from one that did not load', async () => {
  const { api } = await open({ status: 400, body: { detail: 'Not now.' } });
  await shown('Not now.');
  api.answers[path] = { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
  await userEvent.click(button('Try again'));
  await shown('There is no payment at this address');
});
