// Reading invoices: their own by customers, all by staff.
import type { z } from 'zod';
import { findPeople } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { subtractAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import { staffMay } from '#lib/staff-permissions.ts';
import { invoiceNumberPattern } from '../../wire/invoices.constants.ts';
import type {
  InvoiceSummaryWire,
  InvoiceWire,
  listInvoices as listContract,
} from '../../wire/invoices.ts';
import type {
  StaffInvoiceSummaryWire,
  StaffInvoiceWire,
  listAllInvoices as staffContract,
} from '../../wire/staff-invoices.ts';
import type { Invoices } from '../invoices-area.ts';
import type { InvoiceFilter, InvoiceRow } from './invoice-store.ts';
import * as invoiceStore from './invoice-store.ts';
import { serializeInvoice, serializeSummary } from './serialize-invoice.ts';

type Query = z.output<(typeof listContract)['query']>;
type StaffQuery = z.output<(typeof staffContract)['query']>;
type PageRequest = Parameters<typeof invoiceStore.listInvoices>[2];

const toFilter = (query: Query): InvoiceFilter => ({
  kind: query.kind,
  currency: query.currency,
  issuedAfter: query.created_after === undefined ? undefined : new Date(query.created_after),
  issuedBefore: query.created_before === undefined ? undefined : new Date(query.created_before),
  search: query.search,
});

export async function listOwn(
  db: Db,
  { accountId }: Actor,
  query: Query,
  page: PageRequest,
): Promise<{ rows: InvoiceSummaryWire[]; total: RowCount }> {
  const filter = { ...toFilter(query), accountId };
  const { rows, total } = await invoiceStore.listInvoices(db, filter, page);
  return { rows: rows.map(serializeSummary), total };
}

/** Of one account, newest first. Permission is checked by the caller. */
export async function listAccountInvoices(
  db: Db,
  accountId: number,
  count: number,
): Promise<InvoiceWire[]> {
  const page = { page: 1, pageSize: count, offset: 0 };
  const { rows } = await invoiceStore.listInvoices(db, { accountId }, page);
  return rows.map((row) => serializeInvoice(row, []));
}

export async function listAll(
  { kernel }: Invoices,
  db: Db,
  query: StaffQuery,
  page: PageRequest,
): Promise<{ rows: StaffInvoiceSummaryWire[]; total: RowCount }> {
  const accountId = query.user === undefined ? undefined : Number(query.user);
  const filter = { ...toFilter(query), accountId };
  const { rows, total } = await invoiceStore.listInvoices(db, filter, page);
  const owners = rows.map(({ account_id }) => account_id);
  const people = await findPeople(db, kernel.config, owners);
  const results = rows.map((row) => ({
    ...serializeSummary(row),
    user: row.account_id,
    user_email: people.get(row.account_id)?.email ?? '',
  }));
  return { rows: results, total };
}

/** By the start of their number, for staff. Permission is checked by the caller. */
export async function searchInvoices(
  db: Db,
  search: string,
  count: number,
): Promise<(InvoiceSummaryWire & { user: number })[]> {
  if (!/^(inv|cn)-/i.test(search)) return [];
  const page = { page: 1, pageSize: count, offset: 0 };
  const { rows } = await invoiceStore.listInvoices(db, { search }, page);
  return rows.map((row) => ({ ...serializeSummary(row), user: row.account_id }));
}

/** Throws not_found for an unknown number, and for another account's unless staff may read it. */
export async function findVisible(db: Db, actor: Actor, number: string): Promise<InvoiceRow> {
  const row = invoiceNumberPattern.test(number)
    ? await invoiceStore.findByNumber(db, number)
    : undefined;
  const isSeen =
    row && (row.account_id === actor.accountId || staffMay(actor.roles, 'payments.review'));
  if (!isSeen) throw apiError(commonErrors.notFound);
  return row;
}

export async function readOwn(db: Db, actor: Actor, number: string): Promise<InvoiceWire> {
  const row = await findVisible(db, { ...actor, roles: [] }, number);
  return serializeInvoice(row, await invoiceStore.listOthers(db, row));
}

export async function readForStaff(
  { kernel }: Invoices,
  db: Db,
  actor: Actor,
  number: string,
): Promise<StaffInvoiceWire> {
  const row = await findVisible(db, actor, number);
  return serializeForStaff(kernel.config, db, row);
}

export async function serializeForStaff(
  config: Invoices['kernel']['config'],
  db: Db,
  row: InvoiceRow,
): Promise<StaffInvoiceWire> {
  const others = await invoiceStore.listOthers(db, row);
  const people = await findPeople(db, config, [row.account_id]);
  const returned = toAmount(await invoiceStore.sumCredits(db, row.id), row.currency);
  const left =
    row.kind === 'invoice'
      ? subtractAmounts(toAmount(row.gross, row.currency), returned)
      : zero(row.currency);
  return {
    ...serializeInvoice(row, others),
    user: row.account_id,
    user_email: people.get(row.account_id)?.email ?? '',
    left: toDecimalText(left),
    is_replaced: others.some(({ replaces_id }) => replaces_id === row.id),
    tax_rule: row.content.tax.rule,
    tax_consultation: row.content.customer.tax_consultation,
  };
}
