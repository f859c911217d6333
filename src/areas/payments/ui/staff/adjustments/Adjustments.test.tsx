import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import type { AdjustmentWire } from '../../../wire/adjustments.ts';
import Adjustments from './Adjustments.tsx';

const listPath = 'GET /apix/admin/adjustments/';
const refund: AdjustmentWire = {
  uuid: 'a1',
  kind: 'refund',
  status: 'proposed',
  user: { id: 7, email: 'ada@example.com' },
  payment: 'p1',
  charge: null,
  missed_period: null,
  description: '',
  payment_details: {
    internal_id: 'PAY_20261120_1A2B3C4D',
    status: 'completed',
    amount: '79.00',
    credited_amount: '79.00',
    amount_refunded: '20.00',
  },
  available: '49.75',
  direction: null,
  amount: '59.00',
  currency: 'USD',
  reason: 'Ordered twice',
  proposed_by: { id: 2, email: 'one@example.com' },
  decided_by: null,
  decision_note: '',
  created_at: '2026-11-20T12:00:00.000Z',
  decided_at: null,
};

const approvePath = 'POST /apix/admin/adjustments/a1/approve/';

async function openApproval(row: AdjustmentWire) {
  stubApi({
    [listPath]: { status: 200, body: pageOfRows([row]) },
    [approvePath]: { status: 200, body: { ...row, status: 'approved' } },
  });
  const context = { id: 3, roles: ['finance'] };
  const path = '/admin/payments/adjustments';
  await renderScreen(path, [{ path, element: Adjustments, context }]);
  await userEvent.click(page.getByRole('button', { name: 'Approve' }));
  return page.getByRole('alertdialog');
}

beforeEach(() => {
  resetBrowser();
  signInAs('finance@example.com');
});
afterEach(resetBrowser);

test('the approver sees and can open payment, customer and wallet', async () => {
  const dialog = await openApproval(refund);
  await expect
    .element(dialog)
    .toMatchTextContent(
      'Refund of PAY_20261120_1A2B3C4D, which brought $79.00 of $79.00 and gave back $20.00.',
    );
  await expect.element(dialog).toMatchTextContent('ada@example.com has $49.75 in the wallet');
  await expect.element(dialog).toMatchTextContent('less than $59.00: the approval will be refused');
  await expect
    .element(dialog.getByRole('link', { name: 'PAY_20261120_1A2B3C4D' }))
    .toHaveAttribute('href', '/admin/payments?search=PAY_20261120_1A2B3C4D');
  await expect
    .element(dialog.getByRole('link', { name: 'ada@example.com' }))
    .toHaveAttribute('href', '/admin/users/7');
});

test.for([
  ['a refund that the wallet can bear', { ...refund, amount: '49.75' }],
  [
    'a credit, whatever the wallet holds',
    { ...refund, kind: 'adjustment', direction: 'credit', payment: null, payment_details: null },
  ],
] as const)('%s is not said to be refused', async ([_, row]) => {
  const dialog = await openApproval(row as AdjustmentWire);
  await expect.element(dialog).toMatchTextContent('has $49.75 in the wallet. one@example.com says');
});

test('an approved refund is not shown as done before the provider accepted it', async () => {
  const dialog = await openApproval({ ...refund, reason: 'Ordered twice.' });
  await expect.element(dialog).toMatchTextContent('says: Ordered twice. The amount leaves');
  await userEvent.click(dialog.getByRole('button', { name: 'Approve' }));
  await expect
    .element(page.getByText('Approved. The provider has been asked for the refund.'))
    .toBeVisible();
});
