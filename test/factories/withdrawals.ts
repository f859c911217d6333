// A customer's withdrawals for tests, requested and decided over HTTP.
import type { StaffWithdrawalWire } from '#areas/payments/wire/staff-withdrawals.ts';
import type { WithdrawalWire } from '#areas/payments/wire/withdrawals.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';

export const withdrawalsPath = '/apix/payments/withdrawals/';
export const staffWithdrawalsPath = '/apix/admin/withdrawals/';

export const bankAccount = {
  destination: 'bank',
  holder: 'Ada Lovelace',
  iban: 'DE89 3704 0044 0532 0130 00',
} as const;

export const requestWithdrawal = (t: TestApp, { headers }: SignedIn, body: object = {}) =>
  send(t, 'POST', withdrawalsPath, { amount: '20.00', ...bankAccount, ...body }, { headers });

/** An open withdrawal of $20.00 to a bank account, by default. Throws when it is refused. */
export async function createWithdrawal(
  t: TestApp,
  who: SignedIn,
  body: object = {},
): Promise<WithdrawalWire> {
  const reply = await requestWithdrawal(t, who, body);
  if (reply.status !== 201) throw new Error(`refused: ${JSON.stringify(reply.body)}`);
  return reply.body as unknown as WithdrawalWire;
}

/** A decision of staff, a second after what was before it. */
export function decideWithdrawal(
  t: TestApp,
  who: SignedIn,
  uuid: unknown,
  step: 'approve' | 'reject' | 'settle' | 'return',
  body: object = {},
) {
  t.clock.advance(1000);
  return send(t, 'POST', `${staffWithdrawalsPath}${uuid}/${step}/`, body, who);
}

export async function fetchStaffWithdrawal(t: TestApp, who: SignedIn, uuid: string) {
  const reply = await send(t, 'GET', `${staffWithdrawalsPath}${uuid}/`, undefined, who);
  return reply.body as unknown as StaffWithdrawalWire;
}
