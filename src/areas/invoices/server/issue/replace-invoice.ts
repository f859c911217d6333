// Makes an invoice out differently, by the tax of the day of the charge. An issued invoice is never
// changed: a credit note takes it back, and another invoice is issued in its place. No money moves.
import { findRevenue } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isPositive } from '#lib/money.ts';
import { customerCountryUnknown, notReplaceable } from '../../wire/staff-invoices.ts';
import type { Invoices } from '../invoices-area.ts';
import { composeCreditNote, composeInvoice, type TaxableCustomer } from './compose-invoice.ts';
import type { InvoiceRow } from './invoice-store.ts';
import * as invoiceStore from './invoice-store.ts';
import { findCustomer, lockRemaining, referenceTo, storeInvoice } from './issue-invoices.ts';

/** Throws not_found, billing_country_required, and invalid_state if nothing is left of it. */
export async function replaceInvoice(
  invoices: Invoices,
  tx: Tx,
  audit: Audit,
  { number, reason }: { number: string; reason: string },
): Promise<InvoiceRow> {
  const old = await invoiceStore.findByNumber(tx, number);
  if (!old) throw apiError(commonErrors.notFound);
  const customer = await findCustomer(tx, old.account_id);
  if (!customer) throw apiError(customerCountryUnknown);
  const row = await reissue(invoices, tx, old, { customer, reason });
  if (!row) throw apiError(notReplaceable);
  await audit.record(tx, {
    type: 'invoice',
    id: number,
    before: { number },
    after: { number: row.number, reason },
  });
  return row;
}

/** Undefined if nothing is left of the old invoice, or another one has replaced it. */
export async function reissue(
  invoices: Invoices,
  tx: Tx,
  old: InvoiceRow,
  { customer, reason }: { customer: TaxableCustomer; reason: string },
): Promise<InvoiceRow | undefined> {
  const { before, left } = await lockRemaining(tx, old);
  const standing = await invoiceStore.findStanding(tx, old.charge_id);
  if (standing?.id !== old.id || !isPositive(left)) return undefined;
  const charge = (await findRevenue(tx, old.charge_id))!;
  const { account_id, charge_id } = old;
  const links = { account_id, charge_id, booked_at: invoices.kernel.clock.now() };
  const reference = referenceTo(old);
  const credit = composeCreditNote(
    { ...reference, content: old.content },
    { part: left, before, reason },
  );
  await storeInvoice(invoices, tx, credit, {
    ...links,
    kind: 'credit_note',
    credits_id: old.id,
    customer_country: old.customer_country,
  });
  // After a credit the deductions of the price are no longer apart from what was returned.
  const { credit: _, ...metadata } = charge.metadata;
  const rest = isPositive(before) ? { ...charge, amount: left, metadata } : charge;
  const composed = composeInvoice(invoices.seller, rest, customer, reference);
  return storeInvoice(invoices, tx, composed, {
    ...links,
    kind: 'invoice',
    replaces_id: old.id,
    customer_country: customer.address.country,
  });
}
