// Who issues the invoices: content/seller.json, which the operator fills in. It is checked when the
// process starts, because an invoice with a wrong seller cannot be changed any more.
import { z } from 'zod';
import seller from '#content/seller.json' with { type: 'json' };
import { countryCodes, isEuCountry } from '../../wire/countries.constants.ts';
import { parseTaxNumber } from '../../wire/tax-numbers.form.ts';

const text = z.string().trim().min(1, 'must not be empty').max(200);
const country = z.enum(countryCodes, 'must be a country by ISO 3166-1, such as DE');
const day = z.iso.date('must be a date such as 2026-01-31');
const account = z.string().regex(/^\d{4,9}$/, 'must be the number of an account');

/** Where the seller is registered for the tax on its supplies. */
const taxNumber = z.object({
  /**
   * `domestic`: in its own country. `foreign`: in another one, whose tax it then charges there.
   * `oss`: the one-stop shop of the EU, for consumers in all member states.
   */
  scheme: z.enum(['domestic', 'foreign', 'oss']),
  country,
  number: text,
  since: day,
});

const schema = z
  .strictObject({
    legalName: text,
    address: z.strictObject({
      line1: text,
      line2: z.string(),
      postalCode: z.string(),
      city: text,
      region: z.string(),
      country,
    }),
    email: z.email(),
    registration: z.strictObject({ label: text, number: text }),
    taxNumbers: z.array(taxNumber),
    /** Not empty for a seller that is exempt as a small business: the sentence that says so. */
    smallBusinessSentence: z.string(),
    /** Charges before this day have no invoices. */
    invoicesSince: day,
    bookkeeping: z.strictObject({
      fiscalYearMonth: z.int().min(1).max(12),
      datev: z.strictObject({
        consultant: z.int().min(1001).max(9_999_999),
        client: z.int().min(1).max(99_999),
        accountLength: z.int().min(4).max(8),
        customers: account,
        revenue: z.strictObject({
          domestic: account,
          oss: account,
          reverse_charge: account,
          outside: account,
          exempt: account,
        }),
      }),
      quickbooks: z.strictObject({ customers: text, revenue: text, tax: text }),
    }),
  })
  .superRefine(({ address, taxNumbers }, context) => {
    for (const [at, { scheme, country: of, number }] of taxNumbers.entries()) {
      const refuse = (message: string) =>
        context.addIssue({ code: 'custom', path: ['taxNumbers', at, 'number'], message });
      if (scheme === 'oss' && !isEuCountry(of)) refuse('the one-stop shop is of a member state');
      if (scheme === 'domestic' && of !== address.country) refuse('is of another country');
      if (scheme === 'foreign' && of === address.country) refuse('is of the own country');
      if (!isOfOss(scheme, number) && parseTaxNumber(of, number) === null)
        refuse(`is not a tax number of ${of}`);
    }
  });

/** Sellers outside the EU get a number of the one-stop shop, which begins with EU. */
const isOfOss = (scheme: string, number: string) => scheme === 'oss' && /^EU\d{9}$/.test(number);

export type Seller = z.output<typeof schema>;

/** Throws with every problem, one a line. */
export function readSeller(input: unknown = seller): Seller {
  const read = schema.safeParse(input);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(
    `content/seller.json has ${problems.length} problem(s):\n  ${problems.join('\n  ')}`,
  );
}

/** The seller's number in a scheme on a day, as text such as 2026-01-31. */
export const findTaxNumber = (
  { taxNumbers }: Pick<Seller, 'taxNumbers'>,
  scheme: Seller['taxNumbers'][number]['scheme'],
  on: string,
  of?: string,
) =>
  taxNumbers.find(
    (one) => one.scheme === scheme && one.since <= on && (of === undefined || one.country === of),
  );
