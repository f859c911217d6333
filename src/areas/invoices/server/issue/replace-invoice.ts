// Makes an invoice out differently: to the billing profile of today, by the tax of the day of the
// charge. An issued invoice is never changed: a credit note takes it back, and another invoice is
// issued in its place. No money moves.
import { findRevenue } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isPositive } from '#lib/money.ts';
import { notReplaceable } from '../../wire/staff-invoices.ts';
import type { Invoices } from '../invoices-area.ts';
import { composeCreditNote, composeInvoice } from './compose-invoice.ts';
import type { InvoiceRow } from './invoice-store.ts';
import * as invoiceStore from './invoice-store.ts';
import { findCustomer, lockRemaining, referenceTo, storeInvoice } from './issue-invoices.ts';

/** Returns the new invoice. Throws not_found, and invalid_state if nothing is left of the old. */
export async function replaceInvoice(
  invoices: Invoices,
  tx: Tx,
  audit: Audit,
  { number, reason }: { number: string; reason: string },
): Promise<InvoiceRow> {
  const old = await invoiceStore.findByNumber(tx, number);
  if (!old) throw apiError(commonErrors.notFound);
  const { before, left } = await lockRemaining(tx, old);
  const standing = await invoiceStore.findStanding(tx, old.charge_id);
  if (standing?.id !== old.id || !isPositive(left)) throw apiError(notReplaceable);
  const charge = (await findRevenue(tx, old.charge_id))!;
  const { account_id, charge_id } = old;
  const links = { account_id, charge_id, booked_at: invoices.kernel.clock.now() };
  const reference = referenceTo(old);
  const credit = composeCreditNote(
    { ...reference, content: old.content },
    { part: left, before, reason },
  );
  await storeInvoice(invoices, tx, credit, { ...links, kind: 'credit_note', credits_id: old.id });
  // After a credit the deductions of the price are no longer apart from what was returned.
  const { credit: _, ...metadata } = charge.metadata;
  const rest = isPositive(before) ? { ...charge, amount: left, metadata } : charge;
  const customer = await findCustomer(tx, account_id);
  const composed = composeInvoice(invoices.seller, rest, customer, reference);
  const row = await storeInvoice(invoices, tx, composed, {
    ...links,
    kind: 'invoice',
    replaces_id: old.id,
  });
  await audit.record(tx, {
    type: 'invoice',
    id: number,
    before: { number },
    after: { number: row.number, reason },
  });
  return row;
}
