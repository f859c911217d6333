import { beforeAll, describe, expect, test } from 'vitest';
import {
  createInvoice,
  frenchPerson,
  germanCompany,
  issueInvoices,
  listInvoices,
  returnMoney,
  saveProfile,
} from '#test/factories/invoices.ts';
import { useApp } from '#test/harness.ts';
import { checkInvoiceXml } from '#test/readers/en16931.ts';
import { findByNumber, type InvoiceRow } from '../issue/invoice-store.ts';
import { toXml } from './write-xml.ts';

const t = useApp();
const domestic = { scheme: 'domestic' as const, country: 'DE', number: 'DE136695976' };
const oss = { scheme: 'oss' as const, country: 'DE', number: 'DE136695976' };
let base: InvoiceRow;
let note: InvoiceRow;

beforeAll(async () => {
  const who = await t.signIn('xml@example.com');
  await saveProfile(t, who, frenchPerson);
  const { number, journalId } = await createInvoice(t, who, '79.00', {
    metadata: { period: ['2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'] },
  });
  await returnMoney(t, who, journalId, '10.00');
  await issueInvoices(t);
  const [newest] = await listInvoices(t, who);
  const db = t.kernel.database.write;
  base = (await findByNumber(db, number))!;
  note = (await findByNumber(db, newest!.number))!;
});

/** The invoice with other content, of which the totals still hold. */
const changed = (
  content: Partial<InvoiceRow['content']>,
  row: Partial<InvoiceRow> = {},
): InvoiceRow => ({ ...base, ...row, content: { ...base.content, ...content } });
const seller = (numbers: InvoiceRow['content']['seller']['tax_numbers'], country = 'DE') => ({
  ...base.content.seller,
  address: { ...base.content.seller.address, country },
  tax_numbers: numbers,
});
const customer = (body: typeof germanCompany) => ({
  ...base.content.customer,
  kind: 'company' as const,
  name: body.name,
  address: { ...base.content.customer.address!, country: body.country },
  tax_number: body.tax_number,
});
const untaxed = { net: '79.00', tax: '0.00' };
const grossLine = () => [{ ...base.content.lines[0]!, net: '79.00' }];

describe('the XML follows UBL 2.1 and EN 16931', () => {
  test('of an invoice by the one-stop shop, and of its credit note', async () => {
    expect(await checkInvoiceXml(toXml(base))).toEqual([]);
    expect(await checkInvoiceXml(toXml(note))).toEqual([]);
    expect(toXml(note)).toContain(`<cbc:ID>${base.number}</cbc:ID>`);
  });

  test('of test mode, where the first note says that they are not payable', async () => {
    for (const row of [base, note]) {
      const xml = toXml(row, true);
      expect(await checkInvoiceXml(xml)).toEqual([]);
      const [, first] = /<cbc:Note>(.*?)<\/cbc:Note>/.exec(xml)!;
      expect(first).toMatch(/^Test document, .* not payable\.$/);
    }
    expect(toXml(base)).not.toContain('Test document');
  });

  test('of a domestic invoice', async () => {
    const tax = { ...base.content.tax, treatment: 'domestic' as const, percent: '20' };
    const row = changed({ seller: seller([domestic, oss]), tax });
    expect(await checkInvoiceXml(toXml(row))).toEqual([]);
  });

  test('of a reverse charge', async () => {
    const tax = {
      rule: 'eu-reverse-charge',
      treatment: 'reverse_charge' as const,
      percent: '0',
      country: null,
      sentence: 'Reverse charge.',
    };
    const lines = grossLine();
    const row = changed(
      {
        tax,
        lines,
        seller: seller([oss, domestic]),
        customer: customer({ ...germanCompany, country: 'AT', tax_number: 'ATU13585627' }),
      },
      untaxed,
    );
    expect(await checkInvoiceXml(toXml(row))).toEqual([]);
    // A seller that has no VAT number, but is registered for tax.
    const american = { scheme: 'domestic' as const, country: 'US', number: '123456789' };
    const abroad = { ...row, content: { ...row.content, seller: seller([american], 'US') } };
    expect(await checkInvoiceXml(toXml(abroad))).toEqual([]);
  });

  test.each(['outside', 'exempt'] as const)('of one that is %s', async (treatment) => {
    const tax = { rule: '', treatment, percent: '0', country: null, sentence: 'No tax.' };
    const row = changed(
      { tax, lines: grossLine(), seller: seller([domestic]), customer: customer(germanCompany) },
      untaxed,
    );
    expect(await checkInvoiceXml(toXml(row))).toEqual([]);
    expect(toXml(row).includes('<cac:PartyTaxScheme>')).toBe(treatment === 'exempt');
  });

  test('without a billing profile', async () => {
    const plain = { ...base.content.customer, address: null, tax_number: '' };
    expect(await checkInvoiceXml(toXml(changed({ customer: plain })))).toEqual([]);
  });

  test('with a deduction, a purchase order and text that means something in XML', async () => {
    const [line] = base.content.lines;
    const lines = [
      { ...line!, description: 'A & B <plan> "Pro"', net: '75.83', gross: '91.00' },
      { ...line!, quantity: -1 as const, period: null, net: '-10.00', gross: '-12.00' },
    ];
    const reference = { ...base.content.customer, reference: 'PO <4711>' };
    const xml = toXml(changed({ lines, customer: reference }));
    expect(await checkInvoiceXml(xml)).toEqual([]);
    expect(xml).toContain('A &amp; B &lt;plan&gt; &quot;Pro&quot;');
  });

  test('in a currency without decimals', async () => {
    const lines = [{ ...base.content.lines[0]!, net: '1666', gross: '1999' }];
    const row = changed({ lines }, { currency: 'JPY', net: '1666', tax: '333', gross: '1999' });
    expect(await checkInvoiceXml(toXml(row))).toEqual([]);
  });

  test('and does not claim it in a currency with three decimals', () => {
    const lines = [{ ...base.content.lines[0]!, net: '4.307', gross: '5.125' }];
    const row = changed({ lines }, { currency: 'KWD', net: '4.307', tax: '0.818', gross: '5.125' });
    expect(toXml(row)).not.toContain('en16931');
  });
});

test('the checks find what is wrong', async () => {
  const wrongTotal = toXml(base).replace(/(PayableAmount[^>]*>)0\.00/, '$15.00');
  expect(await checkInvoiceXml(wrongTotal)).toContainEqual(expect.stringMatching(/^BR-CO-16: /));
  const unknownElement = toXml(base).replace('<cbc:IssueDate>', '<cbc:Nonsense/><cbc:IssueDate>');
  expect((await checkInvoiceXml(unknownElement)).join()).toContain('Nonsense');
});
