// Numbers about which VIES does not answer at first.
import { beforeAll, describe, expect, test } from 'vitest';
import type { InvoiceSummaryWire } from '#areas/invoices/wire/index.ts';
import {
  createInvoice,
  germanCompany,
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
import { createReport } from './report-refusal.ts';
import type { ViesAnswer } from './vies.ts';
import { readViesHealth } from './vies-health.ts';

const t = useApp();

/** The answers of VIES by number; others are not answered about. */
const answers = new Map<string, ViesAnswer>();
const registered = { status: 'registered', consultation: 'WAPI-1' } as const;
const unknown = { status: 'unknown', consultation: 'WAPI-2' } as const;
beforeAll(() => {
  t.areas.invoices.vies = async (number) => answers.get(number) ?? { status: 'unconfirmed' };
  t.areas.invoices.seller = {
    ...t.areas.invoices.seller,
    taxNumbers: [{ scheme: 'oss', country: 'IE', number: 'EU372000042', since: '2020-01-01' }],
  };
});

/** Real check digits, each used by one test. */
const numbers = ['DE136695976', 'DE811569869', 'DE129274202', 'DE114103379', 'DE811191002'];
let used = 0;

async function createUnconfirmed(email: string) {
  const taxNumber = numbers[used++]!;
  const who = await t.signIn(email);
  const saved = await saveProfile(t, who, { ...germanCompany, tax_number: taxNumber });
  expect(saved.body).toMatchObject({ tax_number_status: 'unconfirmed' });
  const invoice = await createInvoice(t, who, '119.00');
  return { who, taxNumber, invoice };
}

const confirm = () => t.jobs.runSchedule('invoices.confirm_numbers');
const readStatus = async (who: SignedIn) =>
  (await send(t, 'GET', profilePath, undefined, who)).body.tax_number_status;
async function readReplacement(who: SignedIn, number: string) {
  const documents = await listInvoices(t, who);
  const other = documents.find((one) => one.kind === 'invoice' && one.number !== number);
  return readInvoice(t, who, other!.number);
}
const listKinds = (documents: readonly InvoiceSummaryWire[]) => documents.map(({ kind }) => kind);

describe('while VIES does not answer', () => {
  test('a company is charged as declared, and nothing changes until there is an answer', async () => {
    const { who, taxNumber, invoice } = await createUnconfirmed('waits@example.com');
    expect(invoice).toMatchObject({ treatment: 'reverse_charge', tax: '0.00' });
    await confirm();
    expect(await readStatus(who)).toBe('unconfirmed');
    expect(await readViesHealth(t.areas.invoices)).toMatchObject({
      state: 'ok',
      message: expect.stringContaining('wait for an answer'),
    });
    t.clock.advance(4 * dayMs);
    expect((await readViesHealth(t.areas.invoices)).state).toBe('warning');
    answers.set(taxNumber, registered);
    await confirm();
    const again = await t.signIn(who.email);
    expect(await readStatus(again)).toBe('registered');
    expect(await listInvoices(t, again)).toHaveLength(1);
    expect(await t.mails(who.email)).toEqual([]);
  });
});

describe('a number that VIES turns out not to know', () => {
  test('has its invoices replaced by ones with the tax of a consumer', async () => {
    await t.signIn('finance@example.com', { roles: ['finance'] });
    const { who, taxNumber, invoice } = await createUnconfirmed('wrong@example.com');
    await returnMoney(t, who, invoice.journalId, '19.00');
    await issueInvoices(t);
    answers.set(taxNumber, unknown);
    await confirm();
    await confirm();
    expect(await readStatus(who)).toBe('unknown');
    const documents = await listInvoices(t, who);
    expect(listKinds(documents).sort()).toEqual([
      'credit_note',
      'credit_note',
      'invoice',
      'invoice',
    ]);
    const now = await readReplacement(who, invoice.number);
    expect(now).toMatchObject({
      treatment: 'oss',
      tax_label: '19 % VAT, Germany',
      gross: '100.00',
      tax: '15.97',
      replaces: { number: invoice.number },
    });
    expect(documents).toContainEqual(
      expect.objectContaining({ kind: 'credit_note', gross: '100.00', tax: '0.00' }),
    );
    const later = new Date(t.clock.now().getTime() + dayMs);
    expect(await compareWithLedger(t.areas.invoices, later)).toEqual([]);
    const [mail, ...others] = (await t.mails(who.email)).filter(
      ({ kind }) => kind === 'invoices.number_unknown',
    );
    expect(others).toEqual([]);
    expect(mail!.text).toContain(`${now.number} replaces ${invoice.number}`);
    const alerts = await t.mails('finance@example.com');
    expect(alerts.map(({ kind }) => kind)).toContain('invoices.number_alert');
  });

  test('is reported to its customer even if nothing relied on it', async () => {
    const taxNumber = numbers[used++]!;
    const who = await t.signIn('unused@example.com');
    await saveProfile(t, who, { ...germanCompany, tax_number: taxNumber });
    answers.set(taxNumber, unknown);
    await confirm();
    const mails = await t.mails(who.email);
    expect(mails.map(({ kind }) => kind)).toEqual(['invoices.number_unknown']);
  });

  test('is replaced by the corrected one of the profile', async () => {
    const { who, taxNumber, invoice } = await createUnconfirmed('corrected@example.com');
    const right = numbers[used++]!;
    answers.set(right, registered);
    await saveProfile(t, who, { ...germanCompany, tax_number: right });
    answers.set(taxNumber, unknown);
    await confirm();
    expect(await readStatus(who)).toBe('registered');
    expect(await readReplacement(who, invoice.number)).toMatchObject({
      treatment: 'reverse_charge',
      customer: { tax_number: right },
      replaces: { number: invoice.number },
    });
  });
});

test('a refusal of our own number is on the screen of the system until VIES accepts it', async () => {
  const report = createReport(t.kernel);
  await report('INVALID_REQUESTER_INFO');
  const parts = await t.kernel.checks.readAll();
  expect(parts.find(({ name }) => name === 'vies')).toMatchObject({
    title: 'VAT numbers',
    state: 'warning',
    message: expect.stringContaining('refuses our own number (INVALID_REQUESTER_INFO)'),
  });
  await report(null);
  expect((await readViesHealth(t.areas.invoices)).message).not.toContain('refuses');
});
