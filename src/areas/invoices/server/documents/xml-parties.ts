// Seller and buyer of EN 16931 (BG-4 and BG-7).
import type { Markup } from '#lib/markup.ts';
import { countryCodes } from '../../wire/countries.constants.ts';
import type { InvoiceContent, PostalAddress } from '../issue/invoice-content.ts';
import { element, nothing, optional } from './xml.ts';

/** VAT numbers begin with a country; others, such as an EIN, are of another kind. */
const isVatNumber = (number: string | undefined): number is string =>
  number !== undefined && ['EL', 'XI', ...countryCodes].includes(number.slice(0, 2));

const taxScheme = (number: string, scheme: 'VAT' | 'TAX'): Markup =>
  element('cac:PartyTaxScheme', [
    element('cbc:CompanyID', number),
    element('cac:TaxScheme', element('cbc:ID', scheme)),
  ]);

/** An electronic address, of the scheme for mail. */
const endpoint = (email: string): Markup =>
  email === '' ? nothing : element('cbc:EndpointID', email, { schemeID: 'EM' });

const postalAddress = (address: PostalAddress): Markup =>
  element('cac:PostalAddress', [
    optional('cbc:StreetName', address.line1),
    optional('cbc:AdditionalStreetName', address.line2),
    optional('cbc:CityName', address.city),
    optional('cbc:PostalZone', address.postal_code),
    optional('cbc:CountrySubentity', address.region),
    element('cac:Country', element('cbc:IdentificationCode', address.country)),
  ]);

/** An invoice outside the scope of tax has no VAT number of either side (BR-O-02 to BR-O-04). */
export function sellerParty({ seller, tax }: InvoiceContent): Markup {
  const numbers = seller.tax_numbers.map(({ number }) => number);
  const ofTax = seller.tax_numbers.find(({ country }) => country === tax.country)?.number;
  const vat = [ofTax, ...numbers].find(isVatNumber);
  const oss = seller.tax_numbers.find(({ scheme }) => tax.treatment === 'oss' && scheme === 'oss');
  const other = [oss?.number, ...numbers].find((number) => number && !isVatNumber(number));
  return element('cac:Party', [
    endpoint(seller.email),
    element('cac:PartyName', element('cbc:Name', seller.name)),
    postalAddress(seller.address),
    vat && tax.treatment !== 'outside' ? taxScheme(vat, 'VAT') : nothing,
    other ? taxScheme(other, 'TAX') : nothing,
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', seller.name),
      element('cbc:CompanyID', seller.registration.number),
    ]),
    element('cac:Contact', element('cbc:ElectronicMail', seller.email)),
  ]);
}

/** Older documents may lack an address; then only the country is known by which they are taxed. */
export function customerParty({ customer, tax }: InvoiceContent, country: string): Markup {
  const unknown = { line1: '', line2: '', postal_code: '', city: '', region: '' };
  const { tax_number: number, address } = customer;
  const isVat = isVatNumber(number) && tax.treatment !== 'outside';
  return element('cac:Party', [
    endpoint(customer.email),
    postalAddress(address ?? { ...unknown, country }),
    isVat ? taxScheme(number, 'VAT') : nothing,
    element('cac:PartyLegalEntity', [
      element('cbc:RegistrationName', customer.name),
      isVat ? nothing : optional('cbc:CompanyID', number),
    ]),
  ]);
}
