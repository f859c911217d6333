import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { minuteMs } from '#lib/durations.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildPayment } from '#test/fixtures/payments.ts';
import type { PaymentWire } from '../../wire/payment-schema.ts';
import PaymentScreen from './PaymentScreen.tsx';

const path = 'GET /apix/payments/payments/p1/';
const cancelPath = 'POST /apix/payments/payments/p1/cancel/';
const eventsPath = 'GET /apix/events/';
const expectVisible = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const answer = (change: Partial<PaymentWire> = {}) => ({ status: 200, body: buildPayment(change) });
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
  return renderScreen('/dashboard/payments/p1', screens).then((screen) => ({ ...screen, api }));
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('a pending payment shows amount, address, QR code and clock', async () => {
  await open(answer({ pay_extra_id: '20261120' }));
  await expectVisible('120.60 USDT');
  await expectVisible('TjCm2Rrt15JWQeKZjTpsVPLaEb5Vjcz37v');
  await expectVisible('The memo is needed');
  await expect.element(page.getByRole('img', { name: 'QR code to pay with' })).toBeVisible();
  await expect
    .poll(() => page.getByRole('timer').element().textContent)
    .toMatch(/^(59:\d\d|1:00:00)$/);
  await expect.element(button('Copy memo')).toBeVisible();
});

test('a short payment shows the rest, with a QR code for it', async () => {
  await open(answer(short));
  await expectVisible('The amount was short');
  await expectVisible(/60\.00 USDT arrived, 60\.60 USDT is missing/);
  await expectVisible(/\$59\.70 is in your wallet already/);
  await expect.element(page.getByRole('img', { name: 'QR code to pay the rest' })).toBeVisible();
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
    await expectVisible('Waiting for payment');
    api.answers[path] = answer({ ...closed, status: 'completed', status_display: 'Completed' });
    arrival.resolve();
    await expectVisible('The money is in your wallet');
  },
);

test('changes appear without the event stream', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const { api } = await open(answer());
  await expectVisible('Waiting for payment');
  api.answers[path] = answer({ ...closed, status: 'completed', status_display: 'Completed' });
  vi.advanceTimersByTime(20_000);
  await expectVisible('The money is in your wallet');
  const calls = api.callsTo(path).length;
  vi.advanceTimersByTime(minuteMs);
  expect(api.callsTo(path)).toHaveLength(calls);
});

test.for([
  ['trx', /^The network is confirming it/],
  ['', /^The payment provider is confirming it/],
] as const)('money under way on the network "%s" is said to be so', async ([network, words]) => {
  await open(
    answer({ ...closed, is_final: false, status: 'confirming', next_step: 'wait', network }),
  );
  await expectVisible(words);
});

test('after the deadline the customer is told to wait', async () => {
  await open(answer({ next_step: 'wait', seconds_left: 0 }));
  await expectVisible('The time to pay is over');
  await expect.element(button('Copy address')).not.toBeInTheDocument();
});

const cancelledBy = (source: string, cancel_reason = ''): Partial<PaymentWire> => ({
  ...closed,
  status: 'cancelled',
  status_display: 'Cancelled',
  next_step: 'start_again',
  cancel_reason,
  status_history: [
    { status: 'cancelled', at: buildPayment().created_at, note: cancel_reason, source },
  ],
});

test('a cancellation by staff is shown as such', async () => {
  await open(answer(cancelledBy('staff')));
  await expectVisible('Our staff cancelled this payment');
});

const ofPlan: Partial<PaymentWire> = {
  purpose: 'subscription',
  description: 'Pro plan',
  pay_currency: 'USD',
  pay_address: null,
  pay_amount: '79.00',
  amount: '79.00',
};
const paid: Partial<PaymentWire> = {
  ...closed,
  status: 'completed',
  status_display: 'Completed',
  next_step: 'none',
  credited_amount: '79.00',
};

test.for([
  ['Pro plan', 'Pay for the Pro plan'],
  ['Change to the Pro plan', 'Pay for the Pro plan'],
  ['Pro plan (cancelled)', 'Pay for the Pro plan'],
  ['', 'Pay for your plan'],
] as const)('a payment for a plan, "%s", is called "%s"', async ([description, title]) => {
  await open(answer({ ...ofPlan, description }));
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent(title);
  await expect.element(page.getByText(/^Time left:/)).toBeVisible();
  await expect.element(page.getByText(/^Rate held for/)).not.toBeInTheDocument();
});

test('a payment for a plan shows that the plan has begun', async () => {
  await open(answer({ ...ofPlan, ...paid, is_applied: true }));
  await expectVisible('Payment for the Pro plan');
  await expectVisible('The Pro plan has begun');
  await expect.element(page.getByText('The money is in your wallet')).not.toBeInTheDocument();
});

test('money that no plan waited for is shown in the wallet', async () => {
  await open(answer({ ...ofPlan, ...paid, late: true }));
  await expectVisible('The money is in your wallet');
  await expectVisible(
    '$79.00 was credited. It came late. No plan was waiting for it, so nothing was charged.',
  );
});

test('a payment cancelled with its plan shows the reason and links to the plans', async () => {
  await open(answer({ ...ofPlan, ...cancelledBy('system', 'The plan was given up.') }));
  await expectVisible('This payment was cancelled');
  await expectVisible('The plan was given up. Do not pay it any more.');
  await expect
    .element(page.getByRole('link', { name: 'Open your plan' }))
    .toHaveAttribute('href', '/dashboard/plan');
});

test('money in an unknown coin sends the customer to support', async () => {
  const strange = {
    uuid: 't1',
    amount: '1200',
    currency: 'shib',
    value: null,
    hash: null,
    explorer_url: null,
    confirmations: null,
    late: false,
    seen_at: buildPayment().created_at,
    credited_at: null,
  };
  const problem = 'unknown_currency';
  await open(answer({ next_step: 'contact_support', problem, transfers: [strange] }));
  await expectVisible(/^Money came in a currency that we do not take/);
  await expect
    .element(page.getByRole('link', { name: 'Write to us' }))
    .toHaveAttribute('href', '/dashboard/support/new?about=payment:p1');
});

test('a rest that is too small is not asked for', async () => {
  const problem = 'rest_too_small';
  await open(
    answer({ ...short, next_step: 'contact_support', problem, rest_minimum: '13.300000' }),
  );
  await expectVisible(
    /Do not send the rest.*Start a new payment of at least 13\.30 USDT, or write to us/,
  );
  await expect.element(button('Copy address')).not.toBeInTheDocument();
  await expect
    .element(page.getByRole('link', { name: 'New payment' }))
    .toHaveAttribute('href', '/dashboard/wallet/add?currency=usdttrc20');
});

test('a rest whose minimum is not known yet waits', async () => {
  await open(answer({ ...short, next_step: 'wait' }));
  await expectVisible(/Do not send it yet/);
});

test('money without a rate waits, and nothing is to be paid', async () => {
  await open(answer({ ...closed, status: 'expired', next_step: 'wait', problem: 'no_rate' }));
  await expectVisible('Your money waits for an exchange rate');
  await expect.element(page.getByRole('link', { name: 'Start again' })).not.toBeInTheDocument();
});

test('cancelling asks first and shows a refusal in the dialog', async () => {
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
  const cancelled = cancelledBy('user');
  api.answers[cancelPath] = answer(cancelled);
  api.answers[path] = answer(cancelled);
  await userEvent.click(confirm);
  await expectVisible('You cancelled this payment');
});

test.for([
  ['expired', 'The time to pay is over', 'start_again'],
  ['failed', 'The payment failed', 'start_again'],
  ['refunded', 'This payment was refunded', 'none'],
] as const)('a payment that is %s says so and what to do next', async ([status, words, next]) => {
  const credited_until = next === 'none' ? null : '2026-11-27T12:00:00.000Z';
  await open(
    answer({ ...closed, status, status_display: status, next_step: next, credited_until }),
  );
  await expectVisible(words);
  if (credited_until) await expectVisible(/credited when it comes, until 2\d Nov 2026/);
  const again = page.getByRole('link', { name: 'Start again' });
  if (next === 'none') await expect.element(again).not.toBeInTheDocument();
  else
    await expect
      .element(again)
      .toHaveAttribute('href', '/dashboard/wallet/add?amount=120.00&currency=usdttrc20');
});

test('a payment that the bank took back says so', async () => {
  const done = { uuid: 'r1', kind: 'chargeback', status: 'done', reason: '' } as const;
  const dates = { created_at: '2026-11-20T10:00:00.000Z', done_at: null };
  const returns = [{ ...done, ...dates, amount: '120.00' }];
  await open(answer({ ...closed, status: 'refunded', amount_refunded: '120.00', returns }));
  await expectVisible('Your bank took this payment back');
});

test('an unknown payment differs from one that failed to load', async () => {
  const { api } = await open({ status: 400, body: { detail: 'Not now.' } });
  await expectVisible('Not now.');
  api.answers[path] = { status: 404, body: { detail: 'Not found.', code: 'not_found' } };
  await userEvent.click(button('Try again'));
  await expectVisible('There is no payment at this address');
});
