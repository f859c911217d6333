// What a reader of an invoice sees, in the PDF and on the screen alike.
import { formatCountry } from '#lib/format.ts';
import { treatmentLabels } from '../../wire/invoices.constants.ts';
import { taxNumberLabel } from '../../wire/tax-numbers.form.ts';
import type { InvoiceSeller, InvoiceTax, PostalAddress } from '../issue/invoice-content.ts';

export const addressLines = (address: PostalAddress): string[] =>
  [
    address.line1,
    address.line2,
    [address.postal_code, address.city, address.region].filter(Boolean).join(' '),
    formatCountry(address.country),
  ].filter(Boolean);

/** `19 % VAT, Germany`; what is said instead where there is none. */
export const taxLabel = ({ treatment, percent, country }: InvoiceTax): string =>
  country === null
    ? treatmentLabels[treatment]
    : `${percent} % ${country === 'AU' ? 'GST' : 'VAT'}, ${formatCountry(country)}`;

export const sellerNumberLabel = ({
  scheme,
  country,
}: InvoiceSeller['tax_numbers'][number]): string =>
  scheme === 'oss' ? 'EU one-stop shop' : taxNumberLabel(country);
