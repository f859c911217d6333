// Issues what the ledger's revenue asks for: an invoice for each charge, a credit note for what was
// returned of one. The ledger is the source, so nothing that moved money is left out, and a
// journal is never invoiced twice.
import { findAccount } from '#areas/accounts/server/index.ts';
import { findRevenue, listRevenue, type RevenueEntry } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { type Amount, compareAmounts, negate, toAmount, toDecimalText } from '#lib/money.ts';
import { testNamePrefix } from '#lib/test-mode.ts';
import { creditNoteIssuedEvent, invoiceIssuedEvent } from '../../wire/events.ts';
import { seriesPrefixes } from '../../wire/invoices.constants.ts';
import { sendCountryMail } from '../emails/country-mail.ts';
import { sendInvoiceMail } from '../emails/invoice-mail.ts';
import type { Invoices } from '../invoices-area.ts';
import { findProfile } from '../profile/billing-profile-store.ts';
import {
  type ComposedInvoice,
  composeCreditNote,
  composeInvoice,
  type TaxableCustomer,
  toCustomer,
} from './compose-invoice.ts';
import type { InvoiceReference } from './invoice-content.ts';
import type { InvoiceRow, NewInvoice } from './invoice-store.ts';
import * as invoiceStore from './invoice-store.ts';
import * as numberCheckStore from './number-check-store.ts';
import { serializeSummary } from './serialize-invoice.ts';
import * as waitingStore from './waiting-store.ts';

/** A transaction takes no longer than this, so older journals are all visible. */
const lateMsMax = hourMs;
const batchMax = 500;

/** Undefined while the country is unknown. */
export async function findCustomer(
  db: Db,
  accountId: number,
): Promise<TaxableCustomer | undefined> {
  const profile = await findProfile(db, accountId);
  if (!profile) return undefined;
  const customer = toCustomer(profile);
  if (customer.name !== '') return customer;
  const account = await findAccount(db, accountId);
  const name = [account?.first_name, account?.last_name].filter(Boolean).join(' ');
  return { ...customer, name: name || account?.email || profile.email };
}

export const referenceTo = ({ number, issued_at }: InvoiceRow): InvoiceReference => ({
  number,
  issued_at: issued_at.toISOString(),
});

type Links = Pick<
  NewInvoice,
  'kind' | 'account_id' | 'charge_id' | 'booked_at' | 'customer_country'
> &
  Partial<Pick<NewInvoice, 'journal_id' | 'credits_id' | 'replaces_id'>>;

/** Numbers and stores it, and mails it. The number's series is locked from here on. */
export async function storeInvoice(
  invoices: Invoices,
  tx: Tx,
  { content, net, tax, gross }: ComposedInvoice,
  links: Links,
): Promise<InvoiceRow> {
  const { clock, config, customerEvents } = invoices.kernel;
  const now = clock.now();
  const prefix = (config.isTestMode ? testNamePrefix : '') + seriesPrefixes[links.kind];
  const number = await invoiceStore.takeNumber(tx, prefix, now.getUTCFullYear());
  const { customer, tax: decided } = content;
  const row = await invoiceStore.insertInvoice(tx, {
    ...links,
    id: createId(now),
    number,
    issued_at: now,
    currency: gross.currency,
    net: toDecimalText(net),
    tax: toDecimalText(tax),
    gross: toDecimalText(gross),
    customer_name: customer.name,
    content,
  });
  const isUnconfirmed = customer.tax_number_status === 'unconfirmed';
  if (links.kind === 'invoice' && isUnconfirmed && decided.treatment === 'reverse_charge')
    await numberCheckStore.insertCheck(tx, row.id, customer.tax_number);
  await customerEvents.publish(
    tx,
    links.kind === 'invoice' ? invoiceIssuedEvent : creditNoteIssuedEvent,
    { accountId: row.account_id, data: () => serializeSummary(row) },
  );
  await sendInvoiceMail(invoices, tx, row);
  return row;
}

/** What is left of an invoice after its credit notes. Locks it. */
export async function lockRemaining(
  tx: Tx,
  row: InvoiceRow,
): Promise<{ gross: Amount; before: Amount; left: Amount }> {
  await invoiceStore.lockInvoice(tx, row.id);
  const gross = toAmount(row.gross, row.currency);
  const before = toAmount(await invoiceStore.sumCredits(tx, row.id), row.currency);
  return { gross, before, left: { ...gross, minor: gross.minor - before.minor } };
}

/** Repeatable. Undefined while the customer's country is unknown: none may be assumed. */
export async function issueForJournal(
  invoices: Invoices,
  tx: Tx,
  entry: RevenueEntry,
): Promise<InvoiceRow | undefined> {
  const issued = await invoiceStore.findByJournal(tx, entry.journalId);
  if (issued) return issued;
  const row = await (entry.amount.minor > 0n
    ? issueInvoice(invoices, tx, entry)
    : issueCreditNote(invoices, tx, entry));
  if (row) await waitingStore.deleteWaiting(tx, entry.journalId);
  else if (await waitingStore.insertWaiting(tx, entry)) await sendCountryMail(invoices, tx, entry);
  return row;
}

async function issueInvoice(
  invoices: Invoices,
  tx: Tx,
  entry: RevenueEntry,
): Promise<InvoiceRow | undefined> {
  const customer = await findCustomer(tx, entry.accountId);
  if (!customer) return undefined;
  return storeInvoice(invoices, tx, composeInvoice(invoices.seller, entry, customer), {
    kind: 'invoice',
    account_id: entry.accountId,
    journal_id: entry.journalId,
    charge_id: entry.journalId,
    booked_at: entry.createdAt,
    customer_country: customer.address.country,
  });
}

async function issueCreditNote(
  invoices: Invoices,
  tx: Tx,
  entry: RevenueEntry,
): Promise<InvoiceRow | undefined> {
  const chargeId = entry.reversalOf ?? entry.metadata.charge;
  const charge = typeof chargeId === 'string' ? await findRevenue(tx, chargeId) : undefined;
  if (!charge) throw new Error('The charge of which money was returned is not known.');
  // Its charge may have been posted in the same second.
  if (!(await issueForJournal(invoices, tx, charge))) return undefined;
  const credited = (await invoiceStore.findStanding(tx, charge.journalId))!;
  const { before, left } = await lockRemaining(tx, credited);
  const part = negate(entry.amount);
  if (compareAmounts(part, left) > 0)
    throw new Error(`More was returned than invoice ${credited.number} is about.`);
  const { content } = credited;
  const { reason } = entry.metadata;
  const composed = composeCreditNote(
    { ...referenceTo(credited), content },
    { part, before, reason: typeof reason === 'string' ? reason : '' },
  );
  return storeInvoice(invoices, tx, composed, {
    kind: 'credit_note',
    account_id: entry.accountId,
    journal_id: entry.journalId,
    charge_id: charge.journalId,
    credits_id: credited.id,
    booked_at: entry.createdAt,
    customer_country: credited.customer_country,
  });
}

/** In the order in which money moved. What fails is logged, and tried again by the next run. */
export async function issueMissing(invoices: Invoices): Promise<void> {
  const { clock, work, log } = invoices.kernel;
  const start = new Date(`${invoices.seller.invoicesSince}T00:00:00Z`);
  const seen = await work.read(invoiceStore.readSeenUntil);
  const from = new Date(Math.max(start.getTime(), (seen?.getTime() ?? 0) - lateMsMax));
  const until = new Date(clock.now().getTime() + 1);
  let firstFailure: Date | undefined;
  for (let last: string | undefined; ; ) {
    const { entries, missing } = await work.read((db) => listMissing(db, { from, until, last }));
    for (const entry of missing)
      await work
        .write((tx) => issueForJournal(invoices, tx, entry))
        .catch((err) => {
          firstFailure ??= entry.createdAt;
          log.error({ journal: entry.journalId, err }, 'an invoice could not be issued');
        });
    last = entries.at(-1)?.journalId;
    if (entries.length < batchMax) break;
  }
  await work.write((tx) => invoiceStore.saveSeenUntil(tx, firstFailure ?? until));
  await issueWaiting(invoices);
}

/** A page of the ledger's revenue, and what of it has no document and does not wait for one. */
async function listMissing(db: Db, period: Parameters<typeof listRevenue>[1]) {
  const entries = await listRevenue(db, period, batchMax);
  const ids = entries.map(({ journalId }) => journalId);
  const known = [
    ...(await invoiceStore.listIssued(db, ids)),
    ...(await waitingStore.listWaiting(db, ids)),
  ];
  return { entries, missing: entries.filter(({ journalId }) => !known.includes(journalId)) };
}

/** What waited for a country that is known by now, in the order in which money moved. */
async function issueWaiting(invoices: Invoices): Promise<void> {
  const { work, log } = invoices.kernel;
  for (const journal of await work.read((db) => waitingStore.listReady(db, batchMax)))
    await work
      .write(async (tx) => issueForJournal(invoices, tx, (await findRevenue(tx, journal))!))
      .catch((err) => log.error({ journal, err }, 'an invoice that waited could not be issued'));
}
