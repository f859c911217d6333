// Charges with their invoices, for tests.

import type { InvoiceSummaryWire, InvoiceWire } from '#areas/invoices/wire/index.ts';
import { charge, creditCharge } from '#areas/ledger/server/index.ts';
import { secondMs } from '#lib/durations.ts';
import { toAmount } from '#lib/money.ts';
import type { SignedIn, TestApp } from '../harness.ts';
import { send } from '../requests.ts';
import { addFunds } from './subscriptions.ts';

export const invoicesPath = '/apix/invoices/';
export const profilePath = `${invoicesPath}billing-profile/`;

export const germanCompany = {
  kind: 'company',
  name: 'Beispiel Werkzeugbau GmbH',
  line1: 'Musterweg 7',
  line2: '',
  postal_code: '10115',
  city: 'Berlin',
  region: '',
  country: 'DE',
  tax_number: 'DE136695976',
  email: 'rechnung@example.com',
  reference: 'PO-4711',
  mails_invoices: true,
};
export const frenchPerson = {
  ...germanCompany,
  kind: 'person',
  name: 'Marie Exemple',
  line1: '1 rue de l’Exemple',
  postal_code: '75001',
  city: 'Paris',
  country: 'FR',
  tax_number: '',
  email: 'marie@example.com',
  reference: '',
};

export const saveProfile = (t: TestApp, who: SignedIn, body: object) =>
  send(t, 'PUT', profilePath, body, who);

let charges = 0;
type ChargeOptions = { description?: string; metadata?: Record<string, unknown> };

/** Pays something from a balance that is large enough. Returns the journal. */
export async function chargeWallet(
  t: TestApp,
  { accountId }: Pick<SignedIn, 'accountId'>,
  amount: string,
  { description = 'Pro plan', metadata = {} }: ChargeOptions = {},
): Promise<string> {
  await addFunds(t, accountId, amount);
  t.clock.advance(secondMs);
  const { journalId } = await t.areas.payments.ledger.post(
    t.kernel.database.write,
    charge({
      accountId,
      amount: toAmount(amount, 'USD'),
      idempotencyKey: `test-charge:${accountId}:${++charges}`,
      description,
      actor: 'test',
      metadata,
    }),
  );
  return journalId;
}

/** Returns a part of a charge, as an approved credit does. */
export async function returnMoney(
  t: TestApp,
  { accountId }: Pick<SignedIn, 'accountId'>,
  chargeId: string,
  amount: string,
): Promise<string> {
  t.clock.advance(secondMs);
  const { journalId } = await t.areas.payments.ledger.post(
    t.kernel.database.write,
    creditCharge({
      accountId,
      amount: toAmount(amount, 'USD'),
      idempotencyKey: `test-credit:${chargeId}:${++charges}`,
      description: 'Credit',
      actor: 'test',
      metadata: { charge: chargeId, reason: 'An outage' },
    }),
  );
  return journalId;
}

export const issueInvoices = (t: TestApp): Promise<void> => t.jobs.runSchedule('invoices.issue');

/** The invoices of an account, newest first. */
export async function listInvoices(t: TestApp, who: SignedIn): Promise<InvoiceSummaryWire[]> {
  const reply = await send(t, 'GET', invoicesPath, undefined, who);
  return reply.body.results as InvoiceSummaryWire[];
}

export async function readInvoice(t: TestApp, who: SignedIn, number: string): Promise<InvoiceWire> {
  const reply = await send(t, 'GET', `${invoicesPath}${number}/`, undefined, who);
  return reply.body as unknown as InvoiceWire;
}

/** A charge and its invoice. */
export async function createInvoice(
  t: TestApp,
  who: SignedIn,
  amount: string,
  options?: ChargeOptions,
) {
  const journalId = await chargeWallet(t, who, amount, options);
  await issueInvoices(t);
  const [newest] = await listInvoices(t, who);
  return { journalId, ...(await readInvoice(t, who, newest!.number)) };
}
