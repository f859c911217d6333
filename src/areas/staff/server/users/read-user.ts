import {
  type AccountRecord,
  findAccount,
  listRoles,
  listSessionsAndActivity,
} from '#areas/accounts/server/index.ts';
import { findAccountSubscription, listAccountKeys } from '#areas/billing/server/index.ts';
import { listAccountWithdrawals, listRecentPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { toDecimalText } from '#lib/money.ts';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { readBlock, type Staff } from '../staff.ts';
import { serializeUser } from './serialize-user.ts';

const itemsMax = 10;

export async function findUser(db: Db, id: number): Promise<AccountRecord> {
  const account = await findAccount(db, id);
  if (!account) throw apiError(commonErrors.notFound);
  return { ...account, roles: await listRoles(db, id) };
}

/** Reads the related blocks concurrently and independently. */
export async function readUser(staff: Staff, db: Db, id: number): Promise<StaffUserRecordWire> {
  const row = await findUser(db, id);
  const block = <T>(name: string, read: () => Promise<T>) => readBlock(staff.kernel, name, read);
  const { bounces } = staff.kernel.mail;
  const [undeliverable, subscription, balances, payments, withdrawals, keys, traces] =
    await Promise.all([
      block('undeliverable', () => bounces.findUndeliverable(db, row.email)),
      block('subscription', () => readPlan(staff, db, id)),
      block('balances', () => readBalances(staff, db, id)),
      block('payments', () => listRecentPayments(db, id, itemsMax)),
      block('withdrawals', () => listAccountWithdrawals(staff.payments, db, id, itemsMax)),
      block('keys', () => listAccountKeys(staff.keys, db, id, itemsMax)),
      block('traces', () => listSessionsAndActivity(staff.accounts, db, id, itemsMax)),
    ]);
  return {
    ...serializeUser(row),
    first_name: row.first_name,
    last_name: row.last_name,
    position: row.position,
    phone: row.phone,
    suspended_reason: row.suspended_reason,
    undeliverable: undeliverable
      ? {
          since: undeliverable.since.toISOString(),
          last_at: undeliverable.lastAt.toISOString(),
          status: undeliverable.status,
          words: undeliverable.words,
        }
      : null,
    subscription,
    balances,
    payments: payments?.map(pickPayment) ?? null,
    withdrawals: withdrawals?.map(pickWithdrawal) ?? null,
    keys: keys?.map(pickKey) ?? null,
    sessions: traces?.sessions ?? null,
    activity: traces?.activity ?? null,
  };
}

async function readPlan({ subscriptions }: Staff, db: Db, id: number) {
  const plan = await findAccountSubscription(subscriptions, db, id);
  return (
    plan && {
      id: plan.id,
      tariff: plan.tariff.name,
      state: plan.status,
      status: plan.status_display,
      price: plan.price,
      currency: plan.currency,
      current_period_end: plan.current_period_end,
    }
  );
}

async function readBalances({ payments }: Staff, db: Db, id: number) {
  const wallets = await payments.ledger.balances(db, id);
  return wallets.map(({ currency, available, reserved }) => ({
    currency,
    available: toDecimalText(available),
    reserved: toDecimalText(reserved),
  }));
}

type PaymentSummary = Awaited<ReturnType<typeof listRecentPayments>>[number];
const pickPayment = ({
  uuid,
  internal_id,
  amount,
  currency,
  status_display,
  created_at,
}: PaymentSummary) => ({ uuid, internal_id, amount, currency, status_display, created_at });

type WithdrawalSummary = Awaited<ReturnType<typeof listAccountWithdrawals>>[number];
const pickWithdrawal = ({
  uuid,
  internal_id,
  amount,
  currency,
  status,
  status_display,
  created_at,
}: WithdrawalSummary) => ({
  uuid,
  internal_id,
  amount,
  currency,
  status,
  status_display,
  created_at,
});

type KeySummary = Awaited<ReturnType<typeof listAccountKeys>>[number];
const pickKey = ({ id, name, key_preview, status, total_requests, last_used_at }: KeySummary) => ({
  id,
  name,
  key_preview,
  status,
  total_requests,
  last_used_at,
});
