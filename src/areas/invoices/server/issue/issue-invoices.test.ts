import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { findRevenue } from '#areas/ledger/server/index.ts';
import { formatUtcPeriod } from '#lib/format.ts';
import {
  chargeWallet,
  createInvoice,
  frenchPerson,
  germanCompany,
  issueInvoices,
  listInvoices,
  readInvoice,
  returnMoney,
  saveProfile,
} from '#test/factories/invoices.ts';
import { setPaymentSettings } from '#test/factories/settings.ts';
import {
  callSubscriptions,
  createCustomer,
  createSubscription,
  dayMs,
} from '#test/factories/subscriptions.ts';
import { recordEvents } from '#test/factories/webhooks.ts';
import { useApp } from '#test/harness.ts';
import { takeNumber } from './invoice-store.ts';
import { issueForJournal } from './issue-invoices.ts';

const t = useApp();
const year = () => t.clock.now().getUTCFullYear();

/** The running numbers of a series. */
async function listNumbers(prefix: string): Promise<number[]> {
  const { rows } = await sql<{ number: string }>`
    select number from invoice where number like ${`${prefix}-%`} order by number`.execute(
    t.kernel.database.write,
  );
  return rows.map(({ number }) => Number(number.split('-').at(-1)));
}

const issue = (journalId: string) =>
  t.kernel.work.write(
    async (tx) =>
      (await issueForJournal(t.areas.invoices, tx, (await findRevenue(tx, journalId))!))!,
  );

describe('numbers', () => {
  test('have no gaps and no duplicates, whatever is rolled back meanwhile', async () => {
    const who = await t.signIn('parallel@example.com');
    const journals: string[] = [];
    for (let at = 0; at < 24; at++) journals.push(await chargeWallet(t, who, '1.00'));
    const fail = (journalId: string) =>
      t.kernel.work.write(async (tx) => {
        await issueForJournal(t.areas.invoices, tx, (await findRevenue(tx, journalId))!);
        throw new Error('rolled back');
      });
    const attempts = journals.flatMap((id, at) => [
      ...(at % 2 === 0 ? [fail(id).catch(() => undefined)] : []),
      issue(id),
      issue(id),
    ]);
    await Promise.all(attempts);
    const numbers = await listNumbers('INV');
    expect(numbers).toEqual(numbers.map((_, at) => at + 1));
    expect(await listInvoices(t, who)).toHaveLength(20);
    const { rows } = await sql<{ journals: string }>`
      select count(distinct journal_id) as journals from invoice
      where account_id = ${who.accountId}`.execute(t.kernel.database.write);
    expect(Number(rows[0]!.journals)).toBe(24);
  });

  test('begin again with the year', async () => {
    const take = (of: number) => t.kernel.work.write((tx) => takeNumber(tx, 'TEST', of));
    expect([await take(2026), await take(2026), await take(2027)]).toEqual([
      'TEST-2026-000001',
      'TEST-2026-000002',
      'TEST-2027-000001',
    ]);
  });
});

describe('a charge', () => {
  test('has one invoice, however often it is issued', async () => {
    const who = await t.signIn('once@example.com');
    const journalId = await chargeWallet(t, who, '19.00');
    const events = recordEvents(t.kernel);
    const first = await issue(journalId);
    await issueInvoices(t);
    expect((await issue(journalId)).number).toBe(first.number);
    expect(await listInvoices(t, who)).toHaveLength(1);
    expect(events.list(who.accountId, 'invoice.issued')).toMatchObject([
      { number: first.number, gross: '19.00' },
    ]);
  });

  test('of a plan is invoiced at once, with its period', async () => {
    const who = await createCustomer(t, 'plan@example.com', '100');
    await saveProfile(t, who, frenchPerson);
    const plan = await createSubscription(t, who, 'pro');
    expect(t.jobs.waiting.map(({ queue }) => queue)).toContain('invoices.issue');
    await t.jobs.runAll();
    const [summary] = await listInvoices(t, who);
    const invoice = await readInvoice(t, who, summary!.number);
    expect(invoice).toMatchObject({
      number: expect.stringMatching(new RegExp(`^INV-${year()}-\\d{6}$`)),
      gross: '79.00',
      net: '65.83',
      tax: '13.17',
      tax_label: '20 % VAT, France',
      treatment: 'oss',
      customer_name: 'Marie Exemple',
      lines: [{ description: expect.stringContaining('Pro plan'), net: '65.83', gross: '79.00' }],
    });
    const { current_period_start: start, current_period_end: end } = plan;
    const until = new Date(new Date(end).getTime() - dayMs);
    expect(invoice.lines[0]!.period).toEqual({
      from: start.slice(0, 10),
      until: until.toISOString().slice(0, 10),
    });
    expect(invoice.lines[0]!.description).toBe(
      `Pro plan, ${formatUtcPeriod(new Date(start), new Date(end))}`,
    );
  });

  test('of an upgrade shows what was deducted', async () => {
    const who = await createCustomer(t, 'upgrade@example.com', '400');
    const { id } = await createSubscription(t, who, 'pro');
    await t.jobs.runAll();
    t.clock.advance(10 * dayMs);
    const changed = await callSubscriptions(t, who, 'PATCH', `${id}/`, { tariff: 'scale' });
    expect(changed.status).toBe(200);
    const again = await t.signIn(who.email);
    await t.jobs.runAll();
    const [newest] = await listInvoices(t, again);
    const { lines, gross } = await readInvoice(t, again, newest!.number);
    expect(lines).toHaveLength(2);
    const [more, less] = lines.map((line) => Number(line.gross));
    expect(less).toBeLessThan(0);
    expect((more! + less!).toFixed(2)).toBe(gross);
  });

  test('of a person with nothing but a country is made out to the account', async () => {
    const who = await t.signIn('plain@example.com');
    const { customer, customer_country, tax_sentence } = await createInvoice(t, who, '5.00');
    expect(customer).toMatchObject({
      name: who.email,
      address: { line1: '', city: '', country: 'US' },
    });
    expect(customer_country).toBe('US');
    expect(tax_sentence).toBe('No sales tax was charged.');
  });

  test('keeps the profile of its day', async () => {
    const who = await t.signIn('moved@example.com');
    await saveProfile(t, who, germanCompany);
    const { number } = await createInvoice(t, who, '5.00');
    await saveProfile(t, who, frenchPerson);
    expect(await readInvoice(t, who, number)).toMatchObject({
      customer: { name: germanCompany.name, tax_number: 'DE136695976', reference: 'PO-4711' },
      treatment: 'reverse_charge',
      tax: '0.00',
    });
  });

  test('is mailed to the address of the account without a profile, unless receipts are off', async () => {
    const who = await t.signIn('bare@example.com');
    const { journalId, number } = await createInvoice(t, who, '5.00');
    const issued = async () =>
      (await t.mails(who.email)).filter(({ kind }) => kind === 'invoices.issued');
    expect(await issued()).toMatchObject([{ subject: `Invoice ${number}` }]);
    await setPaymentSettings(t, who, { mails_receipts: false });
    await createInvoice(t, who, '6.00');
    await returnMoney(t, who, journalId, '5.00');
    await issueInvoices(t);
    const subjects = (await issued()).map(({ subject }) => subject);
    expect(subjects).toEqual([`Invoice ${number}`, expect.stringMatching(/^Credit note /)]);
  });

  test('is mailed to the address of the profile, if wanted, or else to the account', async () => {
    const who = await t.signIn('mailed@example.com');
    await saveProfile(t, who, { ...germanCompany, email: 'books@example.com' });
    const { number } = await createInvoice(t, who, '5.00');
    const [mail] = await t.mails('books@example.com');
    expect(mail).toMatchObject({ kind: 'invoices.issued', subject: `Invoice ${number}` });
    expect(mail!.text).toContain(`/dashboard/invoices/${number}`);
    await saveProfile(t, who, {
      ...germanCompany,
      email: 'books@example.com',
      mails_invoices: false,
    });
    await createInvoice(t, who, '6.00');
    expect(await t.mails('books@example.com')).toHaveLength(1);
    expect((await t.mails(who.email)).map(({ kind }) => kind)).toEqual(['invoices.issued']);
  });

  test('before the first day of invoices has none', async () => {
    const who = await t.signIn('early@example.com');
    const { seller } = t.areas.invoices;
    const tomorrow = new Date(t.clock.now().getTime() + dayMs).toISOString().slice(0, 10);
    t.areas.invoices.seller = { ...seller, invoicesSince: tomorrow };
    await chargeWallet(t, who, '5.00');
    await issueInvoices(t);
    t.areas.invoices.seller = seller;
    expect(await listInvoices(t, who)).toEqual([]);
  });
});

describe('money that is returned', () => {
  test('has a credit note, by the tax of its invoice', async () => {
    const who = await t.signIn('returned@example.com');
    await saveProfile(t, who, frenchPerson);
    const { journalId, number } = await createInvoice(t, who, '19.00');
    await saveProfile(t, who, germanCompany);
    const events = recordEvents(t.kernel);
    await returnMoney(t, who, journalId, '5.00');
    await issueInvoices(t);
    await returnMoney(t, who, journalId, '14.00');
    await issueInvoices(t);
    expect(events.listTypes(who.accountId)).toEqual(['credit_note.issued', 'credit_note.issued']);
    const [last, first] = await listInvoices(t, who);
    expect([first, last]).toMatchObject([
      { kind: 'credit_note', gross: '5.00', net: '4.17', tax: '0.83' },
      { kind: 'credit_note', gross: '14.00', net: '11.66', tax: '2.34' },
    ]);
    expect(await readInvoice(t, who, first!.number)).toMatchObject({
      credits: { number },
      customer_name: 'Marie Exemple',
      reason: 'An outage',
      related: [{ number, kind: 'invoice' }, { number: last!.number }],
    });
    expect(first!.number).toMatch(/^CN-/);
  });

  test('by a reversed journal has one, too', async () => {
    const who = await t.signIn('reversed@example.com');
    const { journalId, number } = await createInvoice(t, who, '19.00');
    t.clock.advance(1000);
    await t.kernel.work.write((tx) =>
      t.areas.payments.ledger.reverse(tx, journalId, { actor: 'test' }),
    );
    await issueInvoices(t);
    const [note] = await listInvoices(t, who);
    expect(note).toMatchObject({ kind: 'credit_note', gross: '19.00' });
    expect((await readInvoice(t, who, note!.number)).credits).toMatchObject({ number });
  });

  test('in the same moment as its charge waits for the invoice', async () => {
    const who = await t.signIn('moment@example.com');
    const journalId = await chargeWallet(t, who, '19.00');
    const returned = await returnMoney(t, who, journalId, '19.00');
    await issue(returned);
    expect((await listInvoices(t, who)).map(({ kind }) => kind).sort()).toEqual([
      'credit_note',
      'invoice',
    ]);
  });

  test('beyond the invoice is not credited, and is tried again', async () => {
    const who = await t.signIn('beyond@example.com');
    const { journalId } = await createInvoice(t, who, '5.00');
    const tooMuch = await returnMoney(t, who, journalId, '6.00');
    await expect(issue(tooMuch)).rejects.toThrow('More was returned');
    await issueInvoices(t);
    expect(await listInvoices(t, who)).toHaveLength(1);
    // Taken back, so that other tests find a ledger that agrees.
    await t.kernel.work.write((tx) =>
      t.areas.payments.ledger.reverse(tx, tooMuch, { actor: 'test' }),
    );
  });
});

test('what was issued is never changed or deleted', async () => {
  const who = await t.signIn('forever@example.com');
  const { number } = await createInvoice(t, who, '5.00');
  const db = t.kernel.database.write;
  for (const statement of [
    sql`update invoice set gross = 1 where number = ${number}`,
    sql`delete from invoice where number = ${number}`,
    sql`truncate invoice cascade`,
  ])
    await expect(statement.execute(db)).rejects.toThrow('never changed or deleted');
});
