// Issues what the ledger's revenue asks for: an invoice for each charge, a credit note for what was
// returned of one. The ledger is the source, so nothing that moved money can be forgotten, and a
// journal is never invoiced twice.
import { findAccount } from '#areas/accounts/server/index.ts';
import { findRevenue, listRevenue, type RevenueEntry } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { hourMs } from '#lib/durations.ts';
import { type Amount, amountOf, compareAmounts, negate, toDecimalText } from '#lib/money.ts';
import { testNamePrefix } from '#lib/test-mode.ts';
import { seriesPrefixes } from '../../wire/invoices.constants.ts';
import { sendInvoiceMail } from '../emails/invoice-mail.ts';
import type { Invoices } from '../invoices-area.ts';
import { findProfile } from '../profile/billing-profile-store.ts';
import {
  type ComposedInvoice,
  composeCreditNote,
  composeInvoice,
  type KnownCustomer,
} from './compose-invoice.ts';
import type { InvoiceReference } from './invoice-content.ts';
import type { InvoiceRow, NewInvoice } from './invoice-store.ts';
import * as invoiceStore from './invoice-store.ts';

/** A transaction takes no longer than this, so older journals are all visible. */
const lateMsMax = hourMs;
const batchMax = 500;

export async function findCustomer(db: Db, accountId: number): Promise<KnownCustomer> {
  const profile = await findProfile(db, accountId);
  if (profile) return { profile };
  const account = await findAccount(db, accountId);
  const name = [account?.first_name, account?.last_name].filter(Boolean).join(' ');
  return {
    profile: undefined,
    name: account?.company || name || account?.email || `Customer ${accountId}`,
    email: account?.email ?? '',
  };
}

export const referenceTo = ({ number, issued_at }: InvoiceRow): InvoiceReference => ({
  number,
  issued_at: issued_at.toISOString(),
});

type Links = Pick<NewInvoice, 'kind' | 'account_id' | 'charge_id' | 'booked_at'> &
  Partial<Pick<NewInvoice, 'journal_id' | 'credits_id' | 'replaces_id'>>;

/** Numbers and stores it, and mails it. The number's series is locked from here on. */
export async function storeInvoice(
  invoices: Invoices,
  tx: Tx,
  { content, net, tax, gross }: ComposedInvoice,
  links: Links,
): Promise<InvoiceRow> {
  const { clock, config } = invoices.kernel;
  const now = clock.now();
  const prefix = (config.isTestMode ? testNamePrefix : '') + seriesPrefixes[links.kind];
  const number = await invoiceStore.takeNumber(tx, prefix, now.getUTCFullYear());
  const { customer, seller } = content;
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
    customer_country: (customer.address ?? seller.address).country,
    content,
  });
  await sendInvoiceMail(invoices, tx, row);
  return row;
}

/** What is left of an invoice after its credit notes. Locks it. */
export async function lockRemaining(
  tx: Tx,
  row: InvoiceRow,
): Promise<{ gross: Amount; before: Amount; left: Amount }> {
  await invoiceStore.lockInvoice(tx, row.id);
  const gross = amountOf(row.gross, row.currency);
  const before = amountOf(await invoiceStore.sumCredits(tx, row.id), row.currency);
  return { gross, before, left: { ...gross, minor: gross.minor - before.minor } };
}

/** Repeatable: a journal that has its invoice or credit note keeps it. */
export async function issueForJournal(
  invoices: Invoices,
  tx: Tx,
  entry: RevenueEntry,
): Promise<InvoiceRow> {
  const issued = await invoiceStore.findByJournal(tx, entry.journalId);
  if (issued) return issued;
  return entry.amount.minor > 0n
    ? issueInvoice(invoices, tx, entry)
    : issueCreditNote(invoices, tx, entry);
}

const issueInvoice = async (invoices: Invoices, tx: Tx, entry: RevenueEntry) =>
  storeInvoice(
    invoices,
    tx,
    composeInvoice(invoices.seller, entry, await findCustomer(tx, entry.accountId)),
    {
      kind: 'invoice',
      account_id: entry.accountId,
      journal_id: entry.journalId,
      charge_id: entry.journalId,
      booked_at: entry.createdAt,
    },
  );

async function issueCreditNote(
  invoices: Invoices,
  tx: Tx,
  entry: RevenueEntry,
): Promise<InvoiceRow> {
  const chargeId = entry.reversalOf ?? entry.metadata.charge;
  const charge = typeof chargeId === 'string' ? await findRevenue(tx, chargeId) : undefined;
  if (!charge) throw new Error('The charge of which money was returned is not known.');
  // Its charge may have been posted in the same second.
  await issueForJournal(invoices, tx, charge);
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
  });
}

/**
 * Issues whatever is missing, in the order in which money moved. A journal that fails is logged and
 * tried again by the next run.
 */
export async function issueMissing(invoices: Invoices): Promise<void> {
  const { clock, work, log } = invoices.kernel;
  const start = new Date(`${invoices.seller.invoicesSince}T00:00:00Z`);
  const seen = await work.read(invoiceStore.readSeenUntil);
  const from = new Date(Math.max(start.getTime(), (seen?.getTime() ?? 0) - lateMsMax));
  const until = new Date(clock.now().getTime() + 1);
  let firstFailure: Date | undefined;
  for (let last: string | undefined; ; ) {
    const { entries, issued } = await work.read(async (db) => {
      const page = await listRevenue(db, { from, until, last }, batchMax);
      const ids = page.map(({ journalId }) => journalId);
      return { entries: page, issued: await invoiceStore.listIssued(db, ids) };
    });
    for (const entry of entries.filter(({ journalId }) => !issued.has(journalId)))
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
}
