// Accounts as the console shows them: a row of the list, and one person with everything around.
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import {
  type AccountFilter,
  type AccountRecord,
  findAccount,
  listAccounts,
  listTracesOf,
  readAccounts,
  readRolesOf,
} from '#areas/accounts/server/index.ts';
import { findPlanOf, listKeysOf } from '#areas/billing/server/index.ts';
import { listRecentPayments } from '#areas/payments/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { csvStream, everyRow } from '#kernel/http/csv-answer.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type * as contract from '../contract.ts';
import type { StaffUserRecordWire, StaffUserWire } from '../contract.ts';
import { blockOf, type Staff } from './staff.ts';

type Query = z.output<(typeof contract.listUsers)['query']>;
const shownMax = 10;

const filterOf = (query: Query): AccountFilter => ({
  search: query.search,
  status: query.status,
  role: query.role,
  createdAfter: query.created_after,
  createdBefore: query.created_before,
});

export async function listUsers(db: Db, query: Query, page: PageRequest) {
  const { rows, total } = await listAccounts(db, filterOf(query), page);
  return { results: rows.map(userToWire), total };
}

export const userToWire = (row: AccountRecord): StaffUserWire => ({
  id: row.id,
  email: row.email,
  full_name: `${row.first_name} ${row.last_name}`.trim(),
  company: row.company,
  status: row.status as StaffUserWire['status'],
  roles: row.roles,
  date_joined: row.date_joined.toISOString(),
  last_login: row.last_login?.toISOString() ?? null,
});

const columns = [
  'id',
  'email',
  'full_name',
  'company',
  'status',
  'roles',
  'date_joined',
  'last_login',
] as const;

export const usersToCsv = ({ kernel }: Staff, query: Query): Readable =>
  csvStream(
    columns,
    everyRow<AccountRecord, Record<string, unknown>>(
      (last, count) =>
        kernel.work.replica((db) => readAccounts(db, filterOf(query), { last, count })),
      (rows) => rows.map((row) => ({ ...userToWire(row), roles: row.roles.join() })),
    ),
  );

export async function findUser(db: Db, id: number): Promise<AccountRecord> {
  const account = await findAccount(db, id);
  if (!account) throw apiError(commonErrors.notFound);
  return { ...account, roles: await readRolesOf(db, id) };
}

/** What is around the account is read at the same time, each block for itself. */
export async function readUser(staff: Staff, db: Db, id: number): Promise<StaffUserRecordWire> {
  const row = await findUser(db, id);
  const block = <T>(name: string, read: () => Promise<T>) => blockOf(staff.kernel, name, read);
  const [subscription, balances, payments, keys, traces] = await Promise.all([
    block('subscription', () => readPlan(staff, db, id)),
    block('balances', () => readBalances(staff, db, id)),
    block('payments', () => listRecentPayments(db, id, shownMax)),
    block('keys', () => listKeysOf(staff.keys, db, id, shownMax)),
    block('traces', () => listTracesOf(staff.accounts, db, id, shownMax)),
  ]);
  return {
    ...userToWire(row),
    first_name: row.first_name,
    last_name: row.last_name,
    position: row.position,
    phone: row.phone,
    suspended_reason: row.suspended_reason,
    subscription,
    balances,
    payments: payments?.map(pickPayment) ?? null,
    keys: keys?.map(pickKey) ?? null,
    sessions: traces?.sessions ?? null,
    activity: traces?.activity ?? null,
  };
}

async function readPlan({ subscriptions }: Staff, db: Db, id: number) {
  const plan = await findPlanOf(subscriptions, db, id);
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

type Recent = Awaited<ReturnType<typeof listRecentPayments>>[number];
const pickPayment = ({
  uuid,
  internal_id,
  amount,
  currency,
  status_display,
  created_at,
}: Recent) => ({ uuid, internal_id, amount, currency, status_display, created_at });

type ShownKey = Awaited<ReturnType<typeof listKeysOf>>[number];
const pickKey = ({ id, name, key_preview, status, total_requests, last_used_at }: ShownKey) => ({
  id,
  name,
  key_preview,
  status,
  total_requests,
  last_used_at,
});
