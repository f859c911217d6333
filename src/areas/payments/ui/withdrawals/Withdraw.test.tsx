import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildBalance } from '#test/fixtures/payments.ts';
import type { StaffWithdrawalWire } from '../../wire/staff-withdrawals.ts';
import type { WithdrawalOptionsWire, WithdrawalWire } from '../../wire/withdrawals.ts';
import WithdrawalRecord from '../staff/withdrawals/WithdrawalRecord.tsx';
import Withdraw from './Withdraw.tsx';
import WithdrawalScreen from './WithdrawalScreen.tsx';

const base = '/apix/payments/withdrawals/';
const ok = (body: unknown) => ({ status: 200, body });
const uuid = '0190d2f1-0000-7000-8000-000000000001';
const options: WithdrawalOptionsWire = {
  currency: 'USD',
  available: '100.00',
  open: 0,
  open_max: 5,
  refundable: [
    {
      payment: '0190d2f1-0000-4000-8000-000000000002',
      internal_id: 'PAY_1',
      provider: 'stripe',
      pay_currency: 'USD',
      paid_at: '2026-11-20T10:00:00.000Z',
      possible: '40.00',
    },
  ],
  terms: [
    { kind: 'payment', least: '0.00', fee: '0.00' },
    { kind: 'bank', least: '20.00', fee: '1.50' },
    { kind: 'crypto', least: '20.00', fee: '0.00' },
  ],
};
const withdrawal: WithdrawalWire = {
  uuid,
  internal_id: 'WDR_1',
  status: 'requested',
  status_display: 'Waiting for review',
  amount: '30.00',
  fee: '0.00',
  net: '30.00',
  currency: 'USD',
  destination: { kind: 'bank', masked: 'DE...3000', payment: null },
  note: '',
  reference: '',
  can_cancel: true,
  is_final: false,
  history: [{ status: 'requested', source: 'user', note: '', at: '2026-11-20T10:00:00.000Z' }],
  created_at: '2026-11-20T10:00:00.000Z',
  status_changed_at: '2026-11-20T10:00:00.000Z',
};
const expectVisible = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const request = () => userEvent.click(page.getByRole('button', { name: 'Request withdrawal' }));
const answers = {
  'GET /apix/payments/transactions/balance/': ok(buildBalance()),
  'GET /apix/events/': { status: 403, body: { detail: 'No.' } },
  [`GET ${base}options/`]: ok(options),
  [`GET ${base}${uuid}/`]: ok(withdrawal),
};
const open = () =>
  renderScreen('/dashboard/wallet/withdraw', [
    { path: '/dashboard/wallet/withdraw', element: Withdraw },
    { path: '/dashboard/withdrawals/:uuid', element: WithdrawalScreen },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('the way back is offered first, up to what the payment can give back', async () => {
  const api = stubApi({ ...answers, [`POST ${base}`]: { status: 201, body: withdrawal } });
  const { router } = await open();
  await expectVisible('At most $40.00.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '40.01');
  await request();
  await expectVisible('Enter at most $40.00.');
  await userEvent.click(page.getByRole('button', { name: 'All of it' }));
  await request();
  await expect.poll(() => router.state.location.pathname).toBe(`/dashboard/withdrawals/${uuid}`);
  expect(api.callsTo(`POST ${base}`)[0]?.body).toEqual({
    destination: 'payment',
    payment: options.refundable[0]!.payment,
    amount: '40',
    currency: 'USD',
    note: '',
  });
  await expectVisible('Waiting for review');
});

test('a bank account is checked before anything is asked of the server', async () => {
  const api = stubApi({ ...answers, [`POST ${base}`]: { status: 201, body: withdrawal } });
  await open();
  await userEvent.click(page.getByRole('radio', { name: /Bank account/ }));
  await expectVisible('The fee is $1.50.');
  await expectVisible('At most $100.00.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Amount' }), '19');
  await userEvent.fill(page.getByRole('textbox', { name: 'IBAN' }), 'DE89 3704 0044 0532 0130 01');
  await request();
  await expectVisible('Enter at least $20.00.');
  await expectVisible('This is not a valid IBAN. Check its digits.');
  expect(api.callsTo(`POST ${base}`)).toEqual([]);
});

test('without a balance there is nothing to fill in', async () => {
  stubApi({ ...answers, [`GET ${base}options/`]: ok({ ...options, available: '0.00' }) });
  await open();
  await expectVisible('Nothing can be withdrawn');
});

test('a request is cancelled after a confirmation', async () => {
  const api = stubApi({
    ...answers,
    [`POST ${base}${uuid}/cancel/`]: ok({ ...withdrawal, status: 'cancelled', can_cancel: false }),
  });
  await renderScreen(`/dashboard/withdrawals/${uuid}`, [
    { path: '/dashboard/withdrawals/:uuid', element: WithdrawalScreen },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Cancel withdrawal' }));
  await userEvent.click(page.getByRole('button', { name: 'Cancel withdrawal' }).last());
  await expect.poll(() => api.callsTo(`POST ${base}${uuid}/cancel/`).length).toBe(1);
  await expectVisible('Withdrawal cancelled');
});

const staffPath = `/apix/admin/withdrawals/${uuid}/`;
const record: StaffWithdrawalWire = {
  ...withdrawal,
  status: 'approved',
  status_display: 'Approved',
  user: { id: 7, email: 'ann@example.com' },
  available: '70.00',
  details: [{ name: 'IBAN', value: 'DE89 3704 0044 0532 0130 00' }],
  payment_number: null,
  approved_by: { id: 8, email: 'bob@example.com' },
  settled_by: null,
  journal: null,
};
const openRecord = (row: StaffWithdrawalWire) => {
  const api = stubApi({ [`GET ${staffPath}`]: ok(row), [`POST ${staffPath}settle/`]: ok(row) });
  const context = { id: 9, roles: ['finance'] };
  return renderScreen(`/admin/payments/withdrawals/${uuid}`, [
    { path: '/admin/payments/withdrawals/:uuid', element: WithdrawalRecord, context },
  ]).then(() => api);
};

test('paying out by hand needs the reference of the transfer', async () => {
  const api = await openRecord(record);
  await expectVisible('DE89 3704 0044 0532 0130 00');
  await userEvent.click(page.getByRole('button', { name: 'Pay out' }));
  await userEvent.click(page.getByRole('button', { name: 'Paid out' }));
  await expectVisible('Enter the reference of the transfer.');
  await userEvent.fill(page.getByRole('textbox', { name: 'Reference' }), ' SEPA 4711 ');
  await userEvent.click(page.getByRole('button', { name: 'Paid out' }));
  await expect
    .poll(() => api.callsTo(`POST ${staffPath}settle/`)[0]?.body)
    .toEqual({ reference: 'SEPA 4711' });
});

test('who approved it does not pay it out', async () => {
  await openRecord({ ...record, approved_by: { id: 9, email: 'boss@example.com' } });
  await expectVisible('You approved it, so somebody else pays it out.');
  await expect.element(page.getByRole('button', { name: 'Reject' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Pay out' }).elements()).toEqual([]);
});
