import { beforeAll, describe, expect, test } from 'vitest';
import { secondMs } from '#lib/durations.ts';
import {
  createInvoice,
  frenchPerson,
  germanCompany,
  invoicesPath,
  issueInvoices,
  listInvoices,
  readInvoice,
  saveProfile,
} from '#test/factories/invoices.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import { readCsv } from '#test/readers/csv.ts';
import { readPdf } from '#test/readers/pdf-text.ts';
import { send } from '#test/requests.ts';

const t = useApp();
const adminPath = '/apix/admin/invoices/';
const unknown = 'INV-2020-999999';

/** Rows by the names in the first one. */
function parseCsv(text: string): Record<string, string>[] {
  const [names = [], ...rows] = readCsv(text);
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at]!])));
}

let finance: SignedIn;
let second: SignedIn;
let support: SignedIn;
beforeAll(async () => {
  finance = await t.signIn('finance@example.com', { roles: ['finance'] });
  second = await t.signIn('second@example.com', { roles: ['finance'] });
  support = await t.signIn('support@example.com', { roles: ['support'] });
});

describe('a customer', () => {
  test('lists and filters their own invoices', async () => {
    const who = await t.signIn('list@example.com');
    const other = await t.signIn('list-other@example.com');
    const { number } = await createInvoice(t, who, '1.00');
    await createInvoice(t, other, '2.00');
    expect((await listInvoices(t, who)).map((one) => one.number)).toEqual([number]);
    const count = async (query: string) =>
      (await send(t, 'GET', `${invoicesPath}?${query}`, undefined, who)).body.count;
    expect(await count('kind=credit_note')).toBe(0);
    expect(await count('kind=invoice&currency=USD')).toBe(1);
    expect(await count(`search=${number.toLowerCase().slice(0, 8)}`)).toBe(1);
    expect(await count('search=INV%25')).toBe(0);
    const tomorrow = new Date(t.clock.now().getTime() + 86_400_000).toISOString();
    expect(await count(`created_after=${tomorrow}`)).toBe(0);
    expect(await count(`created_before=${tomorrow}`)).toBe(1);
    expect((await send(t, 'GET', `${invoicesPath}?page=7`, undefined, who)).status).toBe(404);
    expect((await send(t, 'GET', `${invoicesPath}?kind=bill`, undefined, who)).status).toBe(400);
    expect((await send(t, 'GET', invoicesPath)).status).toBe(401);
  });

  test('reads no invoice of another account', async () => {
    const who = await t.signIn('own@example.com');
    const other = await t.signIn('nosy@example.com');
    const { number } = await createInvoice(t, who, '1.00');
    for (const path of ['', 'pdf/', 'xml/']) {
      const of = (which: string) => `${invoicesPath}${which}/${path}`;
      expect((await send(t, 'GET', of(number), undefined, who)).status).toBe(200);
      expect((await send(t, 'GET', of(number), undefined, other)).status).toBe(404);
      expect((await send(t, 'GET', of(unknown), undefined, who)).status).toBe(404);
      expect((await send(t, 'GET', of('nonsense'), undefined, who)).status).toBe(404);
      expect((await send(t, 'GET', of(number))).status).toBe(401);
    }
  });

  test('gets a tagged PDF with everything that an invoice needs', async () => {
    const who = await t.signIn('pdf@example.com');
    await saveProfile(t, who, germanCompany);
    const { number } = await createInvoice(t, who, '299.00', {
      description: '#read("/etc/passwd") *Scale* plan',
    });
    const url = `${invoicesPath}${number}/pdf/`;
    const reply = await send(t, 'GET', url, undefined, who);
    expect(reply.headers['content-type']).toBe('application/pdf');
    expect(reply.headers['content-disposition']).toBe(`inline; filename="${number}.pdf"`);
    expect(reply.raw.rawPayload.includes('/StructTreeRoot')).toBe(true);
    // The reader does not see the spaces between words.
    const text = readPdf(reply.raw.rawPayload).join('').replaceAll(/\s+/g, '');
    for (const words of [
      `Invoice ${number}`,
      'Beispiel Werkzeugbau GmbH',
      'VAT number DE136695976',
      'PO-4711',
      'Weftline, Inc.',
      'EIN 123456789',
      '$299.00',
      'Reverse charge',
      '#read("/etc/passwd") *Scale* plan',
    ])
      expect(text).toContain(words.replaceAll(' ', ''));
    const headers = { ...who.headers, 'if-none-match': String(reply.headers.etag) };
    expect((await send(t, 'GET', url, undefined, { headers })).status).toBe(304);
  });

  test('gets the XML, once', async () => {
    const who = await t.signIn('xml@example.com');
    const { number } = await createInvoice(t, who, '299.00');
    const url = `${invoicesPath}${number}/xml/`;
    const reply = await send(t, 'GET', url, undefined, who);
    expect(reply.headers['content-type']).toBe('application/xml');
    expect(reply.raw.body).toContain(`<cbc:ID>${number}</cbc:ID>`);
    const headers = { ...who.headers, 'if-none-match': String(reply.headers.etag) };
    expect((await send(t, 'GET', url, undefined, { headers })).status).toBe(304);
  });
});

describe('staff', () => {
  test('list, find and read invoices of all customers', async () => {
    const who = await t.signIn('seen@example.com');
    const { number } = await createInvoice(t, who, '1.00');
    const list = await send(t, 'GET', `${adminPath}?user=${who.accountId}`, undefined, support);
    expect(list.body.results).toMatchObject([{ number, user_email: 'seen@example.com' }]);
    const found = await send(t, 'GET', `${adminPath}?search=${number}`, undefined, finance);
    expect(found.body.count).toBe(1);
    expect((await send(t, 'GET', `${adminPath}?page=99`, undefined, finance)).status).toBe(404);
    expect((await send(t, 'GET', adminPath, undefined, who)).status).toBe(403);
    const read = await send(t, 'GET', `${adminPath}${number}/`, undefined, support);
    expect(read.body).toMatchObject({ left: '1.00', is_replaced: false, user: who.accountId });
    expect((await send(t, 'GET', `${adminPath}${unknown}/`, undefined, support)).status).toBe(404);
    expect((await send(t, 'GET', `${adminPath}${number}/`, undefined, who)).status).toBe(403);
    const pdf = await send(t, 'GET', `${invoicesPath}${number}/pdf/`, undefined, support);
    expect(pdf.status).toBe(200);
  });

  test('find an invoice by its number in the search of the console', async () => {
    const who = await t.signIn('searched@example.com');
    const { number } = await createInvoice(t, who, '1.00');
    const url = `/apix/admin/search/?search=${number.toLowerCase()}`;
    const { body } = await send(t, 'GET', url, undefined, finance);
    expect(body.results).toContainEqual({
      kind: 'invoice',
      id: number,
      user: who.accountId,
      title: number,
      detail: '1.00 USD, searched@example.com',
    });
  });

  const replace = (number: string, body: object, who = finance) =>
    send(t, 'POST', `${adminPath}${number}/replace/`, body, who);
  const credit = (number: string, body: object, who = finance) =>
    send(t, 'POST', `${adminPath}${number}/credit/`, body, who);
  const decide = (uuid: string, verb: 'approve' | 'reject') => {
    // Otherwise the credit note would be as old as its invoice, and the list in either order.
    t.clock.advance(secondMs);
    return send(t, 'POST', `/apix/admin/adjustments/${uuid}/${verb}/`, { note: 'Agreed.' }, second);
  };

  test('replace an invoice by one for the profile of today', async () => {
    const who = await t.signIn('replaced@example.com');
    await saveProfile(t, who, frenchPerson);
    const { number } = await createInvoice(t, who, '79.00');
    await saveProfile(t, who, germanCompany);
    const reply = await replace(number, { reason: 'Made out to the company' });
    expect(reply).toMatchObject({
      status: 201,
      body: { replaces: { number }, treatment: 'reverse_charge', tax: '0.00', gross: '79.00' },
    });
    const all = await listInvoices(t, who);
    expect(all.map(({ kind, gross }) => [kind, gross]).sort()).toEqual([
      ['credit_note', '79.00'],
      ['invoice', '79.00'],
      ['invoice', '79.00'],
    ]);
    const note = all.find(({ kind }) => kind === 'credit_note')!;
    expect(await readInvoice(t, who, note.number)).toMatchObject({
      customer_name: 'Marie Exemple',
      tax: '13.17',
      reason: 'Made out to the company',
      credits: { number },
    });
    const again = await replace(number, { reason: 'Twice' });
    expect(again).toMatchObject({ status: 400, body: { code: 'invalid_state' } });
    expect((await replace(note.number, { reason: 'A note' })).status).toBe(400);
    expect((await replace(unknown, { reason: 'None' })).status).toBe(404);
    expect((await replace(number, { reason: ' ' })).status).toBe(400);
    expect((await replace(number, { reason: 'Mine' }, who)).status).toBe(403);
  });

  test('return a part of a charge, which another person approves', async () => {
    const who = await t.signIn('credited@example.com');
    await saveProfile(t, who, frenchPerson);
    const { number } = await createInvoice(t, who, '19.00');
    const reason = 'The service was down for a day';
    const proposed = await credit(number, { amount: '5.00', reason });
    expect(proposed.status).toBe(202);
    const uuid = String(proposed.body.adjustment);
    expect(await credit(number, { reason })).toMatchObject({
      status: 409,
      body: { code: 'adjustment_pending' },
    });
    expect((await decide(uuid, 'approve')).body).toMatchObject({ kind: 'credit', payment: null });
    await issueInvoices(t);
    const [note] = await listInvoices(t, who);
    expect(note).toMatchObject({ kind: 'credit_note', gross: '5.00', tax: '0.83' });
    expect((await readInvoice(t, who, note!.number)).reason).toBe(reason);

    expect((await credit(number, { amount: '14.01', reason })).body).toEqual({
      amount: ['At most 14.00 USD is left.'],
    });
    for (const amount of ['0', '1.001', 'much'])
      expect((await credit(number, { amount, reason })).status).toBe(400);
    const rest = await credit(number, { reason });
    expect((await decide(String(rest.body.adjustment), 'approve')).body.amount).toBe('14.00');
    await issueInvoices(t);
    expect(await credit(number, { reason })).toMatchObject({
      status: 400,
      body: { code: 'invalid_state' },
    });
    expect((await credit(note!.number, { reason })).status).toBe(400);
    expect((await credit(unknown, { reason })).status).toBe(404);
    expect((await credit(number, { reason }, support)).status).toBe(403);
    const balance = await send(
      t,
      'GET',
      '/apix/payments/transactions/balance/',
      undefined,
      await t.signIn(who.email),
    );
    expect(balance.body.available).toBe('19.00');
  });

  test('approve no credit of a charge that was reversed meanwhile', async () => {
    const who = await t.signIn('late@example.com');
    const { number, journalId } = await createInvoice(t, who, '19.00');
    const { body } = await credit(number, { reason: 'Sorry' });
    await t.kernel.work.write((tx) =>
      t.areas.payments.ledger.reverse(tx, journalId, { actor: 'test' }),
    );
    expect((await decide(String(body.adjustment), 'approve')).status).toBe(500);
    expect((await decide(String(body.adjustment), 'reject')).status).toBe(200);
  });
});

describe('files for accountants', () => {
  const download = (query: string, who = finance) =>
    send(t, 'GET', `${adminPath}export/?${query}`, undefined, who);
  const today = () => t.clock.now().toISOString().slice(0, 10);
  const period = () => `from=${today()}&until=${today()}`;

  test('have the invoices of a period, credit notes below zero', async () => {
    const who = await t.signIn('csv@example.com');
    await saveProfile(t, who, { ...germanCompany, name: '=cmd|calc' });
    const { number } = await createInvoice(t, who, '79.00');
    await send(t, 'POST', `${adminPath}${number}/replace/`, { reason: 'Name' }, finance);
    const reply = await download(period());
    expect(reply.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toContain(`invoices-${today()}-${today()}.csv`);
    const rows = parseCsv(reply.raw.body).filter(
      ({ account }) => account === String(who.accountId),
    );
    expect(rows.map(({ kind, gross }) => `${kind} ${gross}`).sort()).toEqual([
      'credit_note -79.00',
      'invoice 79.00',
      'invoice 79.00',
    ]);
    expect(rows[0]).toMatchObject({
      customer_name: "'=cmd|calc",
      tax_number: 'DE136695976',
      treatment: 'reverse_charge',
    });
  });

  test('have the journals, whose debits equal their credits', async () => {
    const who = await t.signIn('journals@example.com');
    await createInvoice(t, who, '79.00');
    const rows = parseCsv((await download(`format=journals&${period()}`)).raw.body);
    const ofWho = rows.filter(({ account }) => account === String(who.accountId));
    expect(ofWho).toMatchObject([
      { ledger_account: 'wallet_available', credit: '79.00' },
      { ledger_account: 'provider_clearing', debit: '79.00' },
      { ledger_account: 'wallet_available', debit: '79.00' },
      { ledger_account: 'revenue', credit: '79.00' },
    ]);
  });

  test('for QuickBooks have balanced entries', async () => {
    const who = await t.signIn('quick@example.com');
    await saveProfile(t, who, frenchPerson);
    const { number } = await createInvoice(t, who, '79.00');
    const rows = parseCsv((await download(`format=quickbooks&${period()}`)).raw.body);
    const [year, month, day] = today().split('-');
    expect(rows.filter(({ JournalNo }) => JournalNo === number)).toMatchObject([
      { AccountName: 'Customer balances', Debits: '79.00', JournalDate: `${month}/${day}/${year}` },
      { AccountName: 'Sales', Credits: '65.83', Currency: 'USD' },
      { AccountName: 'VAT payable', Credits: '13.17' },
    ]);
  });

  test('for DATEV are a posting batch', async () => {
    const who = await t.signIn('datev@example.com');
    await saveProfile(t, who, germanCompany);
    const { number } = await createInvoice(t, who, '1234.50');
    const person = await t.signIn('datev-person@example.com');
    await saveProfile(t, person, frenchPerson);
    const { number: oss } = await createInvoice(t, person, '19.00');
    const reply = await download(`format=datev&${period()}`);
    const [head, columns, ...lines] = reply.raw.body.trimEnd().split('\r\n');
    const compact = today().replaceAll('-', '');
    const fields = head!.split(';');
    expect(fields).toHaveLength(31);
    expect(fields.slice(0, 5)).toEqual(['\uFEFF"EXTF"', '700', '21', '"Buchungsstapel"', '13']);
    expect(fields.slice(10, 16)).toEqual([
      '1001',
      '1',
      `${compact.slice(0, 4)}0101`,
      '4',
      compact,
      compact,
    ]);
    expect(columns!.split(';')).toHaveLength(125);
    const findCells = (of: string) => lines.find((line) => line.includes(of))!.split(';');
    const cells = findCells(number);
    expect(cells).toHaveLength(125);
    expect(cells.slice(0, 3)).toEqual(['1234,50', '"S"', '"USD"']);
    expect(cells.slice(6, 14)).toEqual([
      '1210',
      '4336',
      '',
      compact.slice(6) + compact.slice(4, 6),
      `"${number}"`,
      '',
      '',
      '"Beispiel Werkzeugbau GmbH"',
    ]);
    expect(cells[39]).toBe('"DE136695976"');
    expect(findCells(oss).slice(39, 41)).toEqual(['"FR"', '20,00']);
  });

  test.each([
    ['', 'from'],
    ['from=2026-02-01&until=2026-01-01', 'until'],
    ['from=2026-02-30&until=2026-03-01', 'from'],
    ['format=datev&from=2025-12-01&until=2026-01-31', 'until'],
    ['format=datev&from=2026-01-01&until=2026-01-31&currency=XXQ', 'currency'],
    ['format=sap&from=2026-01-01&until=2026-01-31', 'format'],
  ])('refuse %j', async (query, field) => {
    const reply = await download(query);
    expect(reply.status).toBe(400);
    expect(Object.keys(reply.body)).toContain(field);
  });

  test('are for staff', async () => {
    const who = await t.signIn('outsider@example.com');
    expect((await download(period(), who)).status).toBe(403);
  });
});
