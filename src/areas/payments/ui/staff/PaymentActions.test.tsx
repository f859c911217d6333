import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildPayment } from '#test/fixtures/payments.ts';
import type { ReviewedPaymentWire } from '../../wire/reviews.ts';
import { PaymentActions } from './PaymentActions.tsx';

beforeEach(resetBrowser);
afterEach(resetBrowser);

test.for([
  ['pending', null, ['Propose to complete', 'Cancel it']],
  ['partially_paid', '59.70', ['Propose a refund', 'Propose to complete']],
  ['expired', '59.70', ['Propose a refund', 'Propose to complete']],
  ['expired', null, ['Propose to complete']],
  ['completed', '120.00', ['Propose a refund']],
] as const)(
  'a payment that is %s with %s credited offers %j',
  async ([status, credited, items]) => {
    signInAs('finance@example.com');
    stubApi({});
    const payment: ReviewedPaymentWire = {
      ...buildPayment({ status, credited_amount: credited }),
      user_email: 'ada@example.com',
    };
    const element = () => <PaymentActions payment={payment} />;
    const context = { id: 7, roles: ['finance'] };
    await renderScreen('/admin/payments', [{ path: '/admin/payments', element, context }]);
    await userEvent.click(page.getByRole('button', { name: /^Actions for PAY_/ }));
    await expect.element(page.getByRole('menu')).toBeVisible();
    const found = page.getByRole('menuitem').elements();
    expect(found.map(({ textContent }) => textContent)).toEqual(items);
  },
);
