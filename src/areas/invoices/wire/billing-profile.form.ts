// Validation of a billing profile, shared with the form in the browser.
import { z } from 'zod';
import { whenValid } from '#lib/when-valid.ts';
import { customerKinds } from './billing-profile.constants.ts';
import { countriesWithRegions, countryCodes, postalCodePatterns } from './countries.constants.ts';
import { exampleTaxNumber, parseTaxNumber, taxNumberLabel } from './tax-numbers.form.ts';

const textUpTo = (max: number) =>
  z.string().trim().max(max, `Ensure this field has no more than ${max} characters.`);
const needed = (max: number, message: string) => textUpTo(max).check(z.minLength(1, message));

const fields = z.object({
  kind: z.enum(customerKinds).describe('Who is billed. Only companies have a tax number.'),
  name: needed(200, 'Enter the legal name.').describe('The legal name.'),
  line1: needed(200, 'Enter the street and number.').describe('Street and number.'),
  line2: textUpTo(200).default('').describe('Floor, building; may be empty.'),
  postal_code: textUpTo(20)
    .transform((text) => text.toUpperCase())
    .default('')
    .describe('As the country writes it; may be empty where there are none.'),
  city: needed(100, 'Enter the city.'),
  region: textUpTo(100)
    .default('')
    .describe('State or province; needed in AU, BR, CA, IN, MX and US.'),
  country: z.enum(countryCodes, 'Choose a country.').describe('ISO 3166-1 alpha-2.'),
  tax_number: textUpTo(40)
    .default('')
    .describe('VAT number, UID, ABN, EIN or the like; empty without one.'),
  email: z.email('Enter a valid email address.').max(254).describe('Invoices are mailed there.'),
  reference: textUpTo(100)
    .default('')
    .describe('Printed on each invoice: a purchase order or cost centre.'),
  mails_invoices: z
    .boolean()
    .default(true)
    .describe('Whether invoices are mailed to `email`; otherwise to the address that signs in.'),
});

type Fields = z.output<typeof fields>;

/** Undefined for a number that fits. */
function refuseTaxNumber({ country, kind, tax_number }: Fields): string | undefined {
  if (tax_number === '') return undefined;
  if (kind === 'person') return 'Choose "Company" to enter a tax number.';
  if (parseTaxNumber(country, tax_number) !== null) return undefined;
  const example = exampleTaxNumber(country);
  const suffix = example ? ` such as ${example}.` : ': letters and digits.';
  return `This is not a valid ${taxNumberLabel(country)}${suffix}`;
}

export const billingProfileBody = fields
  .refine(({ country, postal_code }) => postalCodePatterns[country]?.test(postal_code) ?? true, {
    path: ['postal_code'],
    error: 'Enter a postal code of this country.',
    ...whenValid('country', 'postal_code'),
  })
  .refine(({ country, region }) => !countriesWithRegions.includes(country) || region !== '', {
    path: ['region'],
    error: 'Enter the state or province.',
    ...whenValid('country', 'region'),
  })
  .superRefine(
    (profile, context) => {
      const message = refuseTaxNumber(profile);
      if (message) context.addIssue({ code: 'custom', path: ['tax_number'], message });
    },
    whenValid('country', 'kind', 'tax_number'),
  );

/** As it is sent and as it is read: both are text and booleans. */
export type BillingProfileBody = z.output<typeof billingProfileBody>;
