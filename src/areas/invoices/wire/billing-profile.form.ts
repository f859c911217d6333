// Validation of a billing profile, shared with the form in the browser.
import { z } from 'zod';
import { whenValid } from '#lib/when-valid.ts';
import { customerKinds } from './billing-profile.constants.ts';
import {
  countriesWithRegions,
  countryCodes,
  isEuCountry,
  postalCodePatterns,
} from './countries.constants.ts';
import { describeTaxNumberProblem, readTaxNumber } from './tax-numbers.form.ts';

const textUpTo = (max: number) =>
  z.string().trim().max(max, `Ensure this field has no more than ${max} characters.`).default('');

const fields = z.object({
  kind: z.enum(customerKinds).describe('Who is billed. Only companies have a tax number.'),
  name: textUpTo(200).describe(
    'The legal name; needed of companies. A person without one is named as in the account.',
  ),
  line1: textUpTo(200).describe('Street and number. Without it there is no address.'),
  line2: textUpTo(200).describe('Floor, building; may be empty.'),
  postal_code: textUpTo(20)
    .transform((text) => text.toUpperCase())
    .describe('As the country writes it; may be empty where there are none.'),
  city: textUpTo(100).describe('Needed with an address.'),
  region: textUpTo(100).describe(
    'State or province; needed with an address in AU, BR, CA, IN, MX and US.',
  ),
  country: z
    .enum(countryCodes, 'Choose a country.')
    .describe('ISO 3166-1 alpha-2: it is taxed there.'),
  tax_number: textUpTo(80).describe('VAT number, UID, ABN, EIN or the like; empty without one.'),
  has_no_tax_number: z
    .boolean()
    .default(false)
    .describe('States that a company in the EU has no VAT number; otherwise it is needed.'),
  email: z.email('Enter a valid email address.').max(254).describe('Invoices are mailed there.'),
  reference: textUpTo(100).describe('Printed on each invoice: a purchase order or cost centre.'),
  mails_invoices: z
    .boolean()
    .default(true)
    .describe('Whether invoices are mailed to `email`; otherwise to the address that signs in.'),
});

type Fields = z.output<typeof fields>;

/** Undefined for a number that fits. */
function refuseTaxNumber({
  country,
  kind,
  tax_number,
  has_no_tax_number,
}: Fields): string | undefined {
  if (tax_number !== '') {
    if (kind === 'person') return 'Choose "Company" to enter a tax number.';
    if (has_no_tax_number) return 'Leave it empty for a company without one.';
    const reading = readTaxNumber(country, tax_number);
    return 'reason' in reading ? describeTaxNumberProblem(country, reading) : undefined;
  }
  const isMissing = kind === 'company' && isEuCountry(country) && !has_no_tax_number;
  return isMissing ? 'Enter the VAT number, or say that the company has none.' : undefined;
}

/** An address is whole or missing: the country alone decides about tax. */
const hasAddress = ({ line1, line2, postal_code, city, region }: Fields): boolean =>
  [line1, line2, postal_code, city, region].some((text) => text !== '');

function* refuseAddress(profile: Fields): Generator<[keyof Fields, string]> {
  const { country, line1, postal_code, city, region } = profile;
  if (!hasAddress(profile)) return;
  if (line1 === '') yield ['line1', 'Enter the street and number.'];
  if (city === '') yield ['city', 'Enter the city.'];
  if (!(postalCodePatterns[country]?.test(postal_code) ?? true))
    yield ['postal_code', 'Enter a postal code of this country.'];
  if (countriesWithRegions.includes(country) && region === '')
    yield ['region', 'Enter the state or province.'];
}

export const billingProfileBody = fields
  .refine(({ kind, name }) => kind === 'person' || name !== '', {
    path: ['name'],
    error: 'Enter the legal name.',
    ...whenValid('kind', 'name'),
  })
  .superRefine(
    (profile, context) => {
      for (const [field, message] of refuseAddress(profile))
        context.addIssue({ code: 'custom', path: [field], message });
    },
    whenValid('country', 'line1', 'line2', 'postal_code', 'city', 'region'),
  )
  .superRefine(
    (profile, context) => {
      const message = refuseTaxNumber(profile);
      if (message) context.addIssue({ code: 'custom', path: ['tax_number'], message });
    },
    whenValid('country', 'kind', 'tax_number', 'has_no_tax_number'),
  );

/** As it is sent and as it is read: both are text and booleans. */
export type BillingProfileBody = z.output<typeof billingProfileBody>;
