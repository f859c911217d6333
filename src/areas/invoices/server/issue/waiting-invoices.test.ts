// Charges of customers whose country is unknown: their invoices wait, and nothing is assumed.
import { describe, expect, test } from 'vitest';
import {
  chargeWallet,
  frenchPerson,
  issueInvoices,
  listInvoices,
  profilePath,
  readInvoice,
  returnMoney,
  saveProfile,
} from '#test/factories/invoices.ts';
import { dayMs } from '#test/factories/subscriptions.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { send } from '#test/requests.ts';
import { compareWithLedger } from '../reconcile/compare-with-ledger.ts';
import { readHealth } from '../reconcile/nightly-check.ts';

const t = useApp();
const later = () => new Date(t.clock.now().getTime() + dayMs);

async function chargeUnknown(email: string): Promise<{ who: SignedIn; journalId: string }> {
  const who = await t.signIn(email, { country: null });
  const journalId = await chargeWallet(t, who, '12.00');
  await issueInvoices(t);
  return { who, journalId };
}

describe('a charge of a customer without a country', () => {
  test('has no invoice, and one mail requests the country', async () => {
    const { who } = await chargeUnknown('unknown@example.com');
    await issueInvoices(t);
    t.clock.advance(2 * dayMs);
    await issueInvoices(t);
    expect(await listInvoices(t, await t.signIn(who.email))).toEqual([]);
    const mails = await t.mails(who.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['invoices.country_missing']);
    expect(mails[0]!.text).toContain('$12.00');
    expect(mails[0]!.text).toContain('/dashboard/billing-profile');
  });

  test('is invoiced by the rate of its day once the country is saved', async () => {
    const { who, journalId } = await chargeUnknown('later@example.com');
    await returnMoney(t, who, journalId, '2.00');
    await issueInvoices(t);
    t.clock.advance(40 * dayMs);
    const again = await t.signIn(who.email);
    await saveProfile(t, again, frenchPerson);
    expect(t.jobs.waiting.map(({ queue }) => queue)).toContain('invoices.issue');
    await t.jobs.runAll();
    const documents = await listInvoices(t, again);
    const [note, invoice] = (['credit_note', 'invoice'] as const).map((kind) =>
      documents.find((one) => one.kind === kind),
    );
    expect(note).toMatchObject({ gross: '2.00', tax: '0.33' });
    expect(invoice).toMatchObject({ gross: '12.00', tax: '2.00', customer_country: 'FR' });
    const { supplied_on } = await readInvoice(t, again, invoice!.number);
    const age = t.clock.now().getTime() - Date.parse(supplied_on);
    expect(age).toBeGreaterThanOrEqual(40 * dayMs);
    expect(await compareWithLedger(t.areas.invoices, later())).toEqual([]);
  });

  test('is no difference from the ledger, and staff see whose country is missing', async () => {
    const { who } = await chargeUnknown('staff-sees@example.com');
    await t.jobs.runSchedule('invoices.check');
    expect(await compareWithLedger(t.areas.invoices, later())).toEqual([]);
    const health = await readHealth(t.areas.invoices);
    expect(health.state).toBe('warning');
    expect(health.message).toMatch(new RegExp(`no invoice.*\\b${who.accountId}\\b`));
  });

  test('keeps nobody else from being invoiced', async () => {
    await chargeUnknown('first@example.com');
    const other = await t.signIn('second@example.com');
    await chargeWallet(t, other, '3.00');
    await issueInvoices(t);
    expect(await listInvoices(t, other)).toHaveLength(1);
  });
});

test('an invoice is not replaced while the country is unknown', async () => {
  const finance = await t.signIn('replaces@example.com', { roles: ['finance'] });
  const who = await t.signIn('gone@example.com');
  await chargeWallet(t, who, '5.00');
  await issueInvoices(t);
  const [{ number } = { number: '' }] = await listInvoices(t, who);
  await t.kernel.database.write
    .deleteFrom('billing_profile')
    .where('account_id', '=', who.accountId)
    .execute();
  expect((await send(t, 'GET', profilePath, undefined, who)).status).toBe(204);
  const path = `/apix/admin/invoices/${number}/replace/`;
  const reply = await send(t, 'POST', path, { reason: 'A wrong name' }, finance);
  expect(reply).toMatchObject({ status: 400, body: { code: 'billing_country_required' } });
});
