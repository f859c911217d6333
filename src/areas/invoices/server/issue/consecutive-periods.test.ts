import { expect, test } from 'vitest';
import type { InvoiceWire } from '#areas/invoices/wire/index.ts';
import { listInvoices, readInvoice } from '#test/factories/invoices.ts';
import { advanceDays, createCustomer, createSubscription } from '#test/factories/subscriptions.ts';
import { useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';

const t = useApp();

async function readNewest(email: string): Promise<InvoiceWire & { xml: string }> {
  await t.jobs.runAll();
  const who = await t.signIn(email);
  const [newest] = await listInvoices(t, who);
  const invoice = await readInvoice(t, who, newest!.number);
  const { raw } = await send(t, 'GET', invoice.xml_url, undefined, who);
  return { ...invoice, xml: raw.body };
}

test('invoices of consecutive periods share no day', async () => {
  t.clock.set(new Date('2027-01-10T15:30:00Z'));
  const who = await createCustomer(t, 'consecutive@example.com', '200');
  const { email } = who;
  await createSubscription(t, who, 'pro');
  const first = await readNewest(email);
  await advanceDays(t, 31);
  const second = await readNewest(email);
  expect(first.lines).toMatchObject([
    {
      description: expect.stringMatching(/^Pro plan, 10 Jan\s–\s9 Feb 2027$/),
      period: { from: '2027-01-10', until: '2027-02-09' },
    },
  ]);
  expect(second.lines).toMatchObject([
    {
      description: expect.stringMatching(/^Pro plan, 10 Feb\s–\s9 Mar 2027$/),
      period: { from: '2027-02-10', until: '2027-03-09' },
    },
  ]);
  expect(first.xml).toContain('<cbc:EndDate>2027-02-09</cbc:EndDate>');
  expect(second.xml).toContain('<cbc:StartDate>2027-02-10</cbc:StartDate>');
});
