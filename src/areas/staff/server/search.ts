import { findAccount, listAccountsAfter } from '#areas/accounts/server/index.ts';
import { findCall, nameOfCall, searchKeys } from '#areas/billing/server/index.ts';
import { searchInvoices } from '#areas/invoices/server/index.ts';
import { searchLeads } from '#areas/leads/server/index.ts';
import { searchPayments } from '#areas/payments/server/index.ts';
import { searchTickets } from '#areas/support/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import type { Actor } from '#kernel/ports.ts';
import { accountIdPattern } from '#lib/account-id.ts';
import { formatAmount, formatMoney } from '#lib/format-money.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type StaffRecordKind,
  type StaffSearchResultWire,
  staffRecordKinds,
  staffSearchMax,
} from '../wire/search.ts';
import { findOfKinds, type Staff } from './staff.ts';

type Find = (staff: Staff, db: Db, search: string) => Promise<StaffSearchResultWire[]>;

const findUsers: Find = async (_, db, search) => {
  const byId = accountIdPattern.test(search) ? await findAccount(db, Number(search)) : undefined;
  const filter = { search };
  const listed = await listAccountsAfter(db, filter, { last: undefined, count: staffSearchMax });
  const others = listed.filter(({ id }) => id !== byId?.id);
  return [...(byId ? [byId] : []), ...others].slice(0, staffSearchMax).map((row) => ({
    kind: 'user',
    id: String(row.id),
    user: row.id,
    title: row.email,
    detail: [`${row.first_name} ${row.last_name}`.trim(), row.company].filter(Boolean).join(', '),
  }));
};

const findTickets: Find = async (_, db, search) =>
  (await searchTickets(db, search, staffSearchMax)).map((row) => ({
    kind: 'ticket',
    id: row.id,
    user: row.account_id,
    title: `#${row.number} ${row.subject}`,
    detail: row.status_display,
  }));

const findPayments: Find = async (_, db, search) =>
  (await searchPayments(db, search, staffSearchMax)).map((payment) => ({
    kind: 'payment',
    id: payment.uuid,
    user: payment.user,
    title: payment.internal_id,
    detail: `${formatMoney(payment.amount, payment.currency)}, ${payment.status_display}, ${payment.email}`,
  }));

const findInvoices: Find = async (_, db, search) =>
  (await searchInvoices(db, search, staffSearchMax)).map((invoice) => ({
    kind: 'invoice',
    id: invoice.number,
    user: invoice.user,
    title: invoice.number,
    detail: `${invoice.gross} ${invoice.currency}, ${invoice.customer_name}`,
  }));

const findKeys: Find = async ({ keys }, db, search) =>
  (await searchKeys(keys, db, search, staffSearchMax)).map((key) => ({
    kind: 'key',
    id: key.id,
    user: key.account,
    title: key.key_preview,
    detail: `${key.name}, ${key.status}`,
  }));

const findLeads: Find = async (_, db, search) =>
  (await searchLeads(db, search, staffSearchMax)).map((row) => ({
    kind: 'lead',
    id: String(row.id),
    user: row.account_id,
    title: row.subject || row.name,
    detail: `${row.email}, ${row.status_display}`,
  }));

const findTransactions: Find = async ({ payments }, db, search) => {
  const found = isUuid(search) && (await payments.ledger.findTransaction(db, null, search));
  if (!found) return [];
  return [
    {
      kind: 'transaction',
      id: found.id,
      user: found.accountId,
      title: found.description || found.type,
      detail: formatAmount(found.amount, { isSigned: true }),
    },
  ];
};

const findCalls: Find = async ({ kernel }, db, search) => {
  const found = isUuid(search) && (await findCall(db, search, kernel.clock.now()));
  if (!found) return [];
  const { accountId, row } = found;
  return [
    {
      kind: 'call',
      id: row.request_id,
      user: accountId,
      title: nameOfCall(found),
      detail: row.api_key_name ?? 'Dashboard',
    },
  ];
};

const finders: Readonly<Record<StaffRecordKind, [StaffPermission, Find]>> = {
  user: ['users.read', findUsers],
  ticket: ['tickets.work', findTickets],
  payment: ['payments.review', findPayments],
  invoice: ['payments.review', findInvoices],
  key: ['users.read', findKeys],
  lead: ['leads.work', findLeads],
  transaction: ['ledger.read', findTransactions],
  call: ['users.read', findCalls],
};

/** Searches what the roles may read; a kind that fails does not affect the others. */
export async function searchAsStaff(
  staff: Staff,
  db: Db,
  { roles }: Actor,
  search: string,
): Promise<{ results: StaffSearchResultWire[]; failed: StaffRecordKind[] }> {
  const kinds = staffRecordKinds.filter((kind) => staffMay(roles, finders[kind][0]));
  const find = (kind: StaffRecordKind) => finders[kind][1](staff, db, search);
  const { found, failed } = await findOfKinds(staff.kernel, { kinds, find });
  return { results: found, failed };
}

/** By its id. Permission is checked by the caller. */
export async function findRecord(
  staff: Staff,
  db: Db,
  { kind, id }: Pick<StaffSearchResultWire, 'kind' | 'id'>,
): Promise<StaffSearchResultWire | undefined> {
  const [, find] = finders[kind];
  return (await find(staff, db, id)).find((record) => record.id === id);
}
