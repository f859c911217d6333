// Shared by the areas that charge or save a card.
import { declareError } from '#lib/endpoint.ts';

/** The dashboard asks for the country and repeats the call: `client/billing-country.ts`. */
export const billingCountryRequired = declareError(
  'billing_country_required',
  400,
  'We do not know the country that you are billed in. Save it in the billing profile first: PUT /apix/invoices/billing-profile/.',
);
