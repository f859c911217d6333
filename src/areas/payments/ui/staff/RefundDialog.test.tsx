import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildPayment } from '#test/fixtures/payments.ts';
import type { RefundableWire } from '../../wire/adjustments.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { RefundDialog } from './RefundDialog.tsx';

const refundPath = 'GET /apix/payments/payments/p1/refund/';
const proposePath = 'POST /apix/admin/adjustments/';
const payment: ReviewedPaymentWire = {
  ...buildPayment({ status: 'completed', credited_amount: '79.00' }),
  user_email: 'ada@example.com',
};
const createRefundable = (change: Partial<RefundableWire> = {}) => ({
  status: 200,
  body: {
    payment: 'p1',
    internal_id: payment.internal_id,
    user: { id: 7, email: 'ada@example.com' },
    currency: 'USD',
    credited: '79.00',
    refunded: '0.00',
    available: '49.75',
    possible: '49.75',
    ...change,
  },
});
const expectVisible = (words: string) =>
  expect.element(page.getByText(words, { exact: true })).toBeVisible();

function open(refundable: object) {
  const api = stubApi({ [refundPath]: refundable as never });
  const element = () => <RefundDialog payment={payment} onClose={vi.fn()} />;
  return renderScreen('/admin/payments', [{ path: '/admin/payments', element }]).then(() => api);
}
const propose = () => userEvent.click(page.getByRole('button', { name: 'Propose refund' }));

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});
afterEach(resetBrowser);

test('a refund shows the customer and the refundable amount', async () => {
  await open(createRefundable());
  await expectVisible('Up to $49.75 of $79.00: the wallet holds $49.75.');
  await expect
    .element(page.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', '/admin/users/7');
  await expect
    .element(page.getByRole('link', { name: payment.internal_id }))
    .toHaveAttribute('href', `/admin/payments?search=${payment.internal_id}`);
});

test.for([
  [{ available: '79.00', possible: '79.00' }, 'Up to $79.00 of $79.00.'],
  [
    { available: '79.00', refunded: '20.00', possible: '59.00' },
    'Up to $59.00 of $79.00: $20.00 went back before.',
  ],
  [
    { credited: '0.80', refunded: '0.10', available: '0.70', possible: '0.70' },
    'Up to $0.70 of $0.80: $0.10 went back before.',
  ],
  [
    { available: '0.00', possible: '0.00' },
    'Nothing can be refunded: the wallet balance is $0.00.',
  ],
] as const)('with %j it says "%s"', async ([change, words]) => {
  await open(createRefundable(change));
  await expectVisible(words);
});

test('an empty amount refunds the maximum, another is used as typed', async () => {
  const api = await open(createRefundable());
  await expectVisible('Empty: $49.75.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Ordered twice');
  const refusal = 'The wallet holds $5.00, which is less than $49.75.';
  api.answers[proposePath] = { status: 400, body: { non_field_errors: [refusal] } };
  await propose();
  await expectVisible(refusal);
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '5');
  await propose();
  await expect.poll(() => api.callsTo(proposePath).length).toBe(2);
  const proposal = { kind: 'refund', payment: 'p1', reason: 'Ordered twice' };
  expect(api.callsTo(proposePath).map(({ body }) => body)).toEqual([
    { ...proposal, amount: '49.75' },
    { ...proposal, amount: '5' },
  ]);
});

test('an impossible refund shows the reason, and nothing is proposed', async () => {
  const refusal = 'Nothing of this payment can be refunded.';
  const api = await open({ status: 400, body: { non_field_errors: [refusal] } });
  await expectVisible(refusal);
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'Ordered twice');
  await propose();
  await expectVisible('Nothing can be refunded now.');
  expect(api.callsTo(proposePath)).toEqual([]);
});

test('a wrong amount and a missing reason are marked, and nothing is proposed', async () => {
  const api = await open(createRefundable());
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), 'half');
  await propose();
  await expect
    .element(page.getByRole('textbox', { name: 'Amount' }))
    .toHaveAccessibleDescription(/A valid number is required\.$/);
  await expect
    .element(page.getByRole('textbox', { name: 'Reason' }))
    .toHaveAccessibleDescription(/Say why\.$/);
  expect(api.callsTo(proposePath)).toEqual([]);
});
