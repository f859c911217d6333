import { expect, test } from 'vitest';
import { expectSignInNeeded, expectStaffNeeded } from '#test/access.ts';
import { createCompletedPayment } from '#test/factories/payments.ts';
import {
  createWithdrawal,
  staffWithdrawalsPath,
  withdrawalsPath,
} from '#test/factories/withdrawals.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const ofStaff = [
  ['GET', staffWithdrawalsPath],
  ['GET', `${staffWithdrawalsPath}1/`],
  ['POST', `${staffWithdrawalsPath}1/approve/`],
  ['POST', `${staffWithdrawalsPath}1/reject/`],
  ['POST', `${staffWithdrawalsPath}1/settle/`],
  ['POST', `${staffWithdrawalsPath}1/return/`],
] as const;

test('strangers reach no withdrawals', () =>
  expectSignInNeeded(t, [
    ...ofStaff,
    ['GET', withdrawalsPath],
    ['POST', withdrawalsPath],
    ['GET', `${withdrawalsPath}options/`],
    ['GET', `${withdrawalsPath}1/`],
    ['POST', `${withdrawalsPath}1/cancel/`],
  ]));

test('customers decide no withdrawals', async () => {
  await expectStaffNeeded(t, await t.signIn('customer@example.com'), ofStaff);
});

test('a page of withdrawals that does not exist is not found', async () => {
  const { headers } = await t.signIn('pages@example.com');
  const { status } = await send(t, 'GET', `${withdrawalsPath}?page=9`, undefined, { headers });
  expect(status).toBe(404);
});

test('an account whose money is on its way out is not deleted', async () => {
  const who = await t.signIn('leaving@example.com');
  await createCompletedPayment(t, who);
  await createWithdrawal(t, who);
  await send(t, 'POST', '/apix/accounts/delete/code/', undefined, { headers: who.headers });
  const mails = await t.mails(who.email);
  const subject = mails.find(({ kind }) => kind === 'accounts.delete_account_code')?.subject ?? '';
  const otp = /^(\d{6})/.exec(subject)?.[1];
  const path = '/apix/accounts/delete/';
  const reply = await send(t, 'POST', path, { otp }, { headers: who.headers });
  expect(reply).toMatchObject({ status: 409, body: { code: 'withdrawal_open' } });
});
