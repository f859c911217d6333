// Invoices and credit notes to the cent. The expected amounts were computed apart from this code,
// with fractions.
import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { addAmounts, toAmount, toDecimalText, zero } from '#lib/money.ts';
import type { BillingProfileRow } from '../profile/billing-profile-store.ts';
import { readSeller, type Seller } from '../seller/seller.ts';
import {
  composeCreditNote,
  composeInvoice,
  type TaxableCustomer,
  toCustomer,
} from './compose-invoice.ts';

const cases = parse(readFileSync(new URL('worked-cases.csv', import.meta.url)), {
  columns: true,
}) as Case[];

type Case = Record<
  | 'name'
  | 'seller'
  | 'customer'
  | 'kind'
  | 'tax_number'
  | 'on'
  | 'currency'
  | 'gross'
  | 'deducted'
  | 'returned'
  | 'treatment'
  | 'percent'
  | 'country'
  | 'net'
  | 'tax'
  | 'lines'
  | 'credit_notes',
  string
>;

const base = readSeller();
const since = '2020-01-01';
const german = {
  ...base,
  address: { ...base.address, country: 'DE', postalCode: '10115', region: '' },
};
const domestic = { scheme: 'domestic' as const, country: 'DE', number: 'DE136695976', since };
const oss = { scheme: 'oss' as const, country: 'DE', number: 'DE136695976', since };
const british = { scheme: 'foreign' as const, country: 'GB', number: 'GB980780684', since };

const sellers: Readonly<Record<string, Seller>> = {
  US: base,
  DE: { ...german, taxNumbers: [domestic, oss] },
  'DE-alone': { ...german, taxNumbers: [domestic] },
  'DE-GB': { ...german, taxNumbers: [domestic, oss, british] },
  'DE-small': {
    ...german,
    taxNumbers: [domestic],
    smallBusinessSentence: 'No VAT, as a small business by section 19 UStG.',
  },
};

function createCustomer({ customer: country, kind, tax_number: taxNumber }: Case): TaxableCustomer {
  const at = new Date(0);
  return toCustomer({
    account_id: 1,
    kind: kind as BillingProfileRow['kind'],
    name: 'Ada',
    line1: '1 Example Street',
    line2: '',
    postal_code: '',
    city: 'Example',
    region: '',
    country,
    tax_number: taxNumber ? `${country}1` : '',
    has_no_tax_number: false,
    tax_number_status: (taxNumber || 'none') as BillingProfileRow['tax_number_status'],
    tax_checked_at: null,
    tax_consultation: '',
    email: 'ada@example.com',
    reference: '',
    mails_invoices: true,
    created_at: at,
    updated_at: at,
  });
}

const toEntry = ({ gross, deducted, currency, on }: Case) => ({
  journalId: 'journal',
  accountId: 1,
  amount: toAmount(gross, currency),
  description: 'Pro plan',
  metadata: deducted ? { credit: deducted } : {},
  reversalOf: null,
  isReversed: false,
  createdAt: new Date(`${on}T12:00:00Z`),
});

test('there are enough of them', () => {
  expect(cases.length).toBeGreaterThanOrEqual(30);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});

test.each(cases)('$name', (one) => {
  const { currency } = one;
  const seller = sellers[one.seller]!;
  const { content, net, tax, gross } = composeInvoice(seller, toEntry(one), createCustomer(one));
  expect({
    treatment: content.tax.treatment,
    percent: content.tax.percent,
    country: content.tax.country ?? '',
    net: toDecimalText(net),
    tax: toDecimalText(tax),
    lines: content.lines.map((line) => line.net).join(' '),
  }).toEqual({
    treatment: one.treatment,
    percent: one.percent,
    country: one.country,
    net: one.net,
    tax: one.tax,
    lines: one.lines,
  });
  expect(toDecimalText(gross)).toBe(one.gross);
  // Whoever is not taxed reads why.
  expect(content.tax.sentence === '').toBe(content.tax.country !== null);

  let before = zero(currency);
  const credited = { number: 'INV-2026-000001', issued_at: '2026-11-26T12:00:00.000Z', content };
  const notes = one.returned
    .split(' ')
    .filter(Boolean)
    .map((text) => {
      const part = toAmount(text, currency);
      const note = composeCreditNote(credited, { part, before, reason: '' });
      before = addAmounts(before, part);
      return `${toDecimalText(note.gross)}=${toDecimalText(note.net)}+${toDecimalText(note.tax)}`;
    });
  expect(notes.join(' ')).toBe(one.credit_notes);
});
