// Whom the account's invoices are addressed to.
import { z } from 'zod';
import { declareError, endpoint } from '#lib/endpoint.ts';
import { customerKinds, taxNumberStatuses } from './billing-profile.constants.ts';
import { billingProfileBody } from './billing-profile.form.ts';

export const BillingProfile = z
  .object({
    kind: z.enum(customerKinds).describe('Who is billed.'),
    name: z.string().describe('The legal name; may be empty for a person.'),
    line1: z.string().describe('Street and number; empty without an address.'),
    line2: z.string().describe('May be empty.'),
    postal_code: z.string().describe('May be empty.'),
    city: z.string().describe('City or town; empty without an address.'),
    region: z.string().describe('State or province; may be empty.'),
    country: z.string().describe('ISO 3166-1 alpha-2: it is taxed there.'),
    tax_number: z.string().describe('In its one form, such as DE136695976; may be empty.'),
    has_no_tax_number: z.boolean().describe('Whether the company says that it has no number.'),
    tax_number_label: z.string().describe('What such a number is called in the country.'),
    tax_number_status: z
      .enum(taxNumberStatuses)
      .describe(
        '`format`: its digits are right. `registered` and `unknown` are answers of VIES; `unconfirmed` waits for one.',
      ),
    tax_checked_at: z.iso.datetime().nullable().describe('When VIES was last asked.'),
    tax_consultation: z.string().describe('The consultation number of VIES; may be empty.'),
    email: z.string().describe('Invoices are mailed there.'),
    reference: z.string().describe('Printed on each invoice; may be empty.'),
    mails_invoices: z
      .boolean()
      .describe('Whether invoices are mailed to `email`; otherwise to the address that signs in.'),
    updated_at: z.iso.datetime().describe('When it was last saved.'),
  })
  .meta({ id: 'BillingProfile' });
export type BillingProfileWire = z.infer<typeof BillingProfile>;

const path = '/apix/invoices/billing-profile/' as const;

export const readBillingProfile = endpoint({
  method: 'GET',
  path,
  group: 'Billing profile',
  tool: { toolset: 'payments', order: 5 },
  summary: 'Retrieve the billing profile',
  description:
    'Returns whom invoices of the account are made out to; 204 without a body until it is saved.',
  permission: { key: 'payments:read' },
  work: 'read',
  responses: { 200: BillingProfile, 204: null },
});

export const putBillingProfile = endpoint({
  method: 'PUT',
  path,
  group: 'Billing profile',
  summary: 'Save the billing profile',
  description:
    'Replaces the country, name, address and tax number that later invoices are made out to. The country is needed before anything is charged or a card is saved; a company in the EU also gives its VAT number, or says that it has none. Invoices that exist stay as they are. The tax number is checked by its digits and, where the operator asks VIES, by the tax authority.',
  permission: 'user',
  work: 'none',
  body: billingProfileBody,
  example: {
    kind: 'company',
    name: 'Beispiel Werkzeugbau GmbH',
    line1: 'Musterweg 7',
    postal_code: '10115',
    city: 'Berlin',
    country: 'DE',
    tax_number: 'DE136695976',
    email: 'books@example.com',
    reference: 'PO-4711',
  },
  responses: { 200: BillingProfile },
});

export const billingProfileInUse = declareError(
  'billing_profile_in_use',
  409,
  'This account has invoices, and later charges are taxed by its country. Save the profile with the country alone to remove the rest.',
);

export const deleteBillingProfile = endpoint({
  method: 'DELETE',
  path,
  group: 'Billing profile',
  summary: 'Delete the billing profile',
  description:
    'Deletes the country, name, address and tax number. It is refused once something was charged, because later charges are taxed by the country; save the profile with the country alone to remove the rest. Invoices that exist stay as they are, because the law requires them to be kept.',
  permission: 'user',
  work: 'write',
  responses: { 204: null },
  errors: [billingProfileInUse],
});
