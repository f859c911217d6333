// Values and validation of the form.
import { formatCountry } from '#lib/format.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { countryCodes, isEuCountry } from '../../wire/countries.constants.ts';
import type { ProfileBody } from '../queries.ts';

export type ProfileValues = Required<ProfileBody>;

export const toValues = (profile: BillingProfileWire | null, email: string): ProfileValues => ({
  kind: profile?.kind ?? 'company',
  name: profile?.name ?? '',
  line1: profile?.line1 ?? '',
  line2: profile?.line2 ?? '',
  postal_code: profile?.postal_code ?? '',
  city: profile?.city ?? '',
  region: profile?.region ?? '',
  country: (profile?.country ?? '') as ProfileValues['country'],
  tax_number: profile?.tax_number ?? '',
  has_no_tax_number: profile?.has_no_tax_number ?? false,
  email: profile?.email ?? email,
  reference: profile?.reference ?? '',
  mails_invoices: profile?.mails_invoices ?? true,
});

/** A person has no tax number: one that was typed before is dropped. */
export function toBody(values: ProfileValues): ProfileBody {
  const { kind, country, tax_number } = values;
  const has_no_tax_number = kind === 'company' && isEuCountry(country) && values.has_no_tax_number;
  const isDropped = kind === 'person' || has_no_tax_number;
  return { ...values, has_no_tax_number, tax_number: isDropped ? '' : tax_number };
}

/** Invoices of companies have to say where they are. */
export function requireAddress({ kind, line1, city }: ProfileValues) {
  if (kind === 'person') return {};
  return {
    ...(line1.trim() === '' && { line1: 'Enter the street and number.' }),
    ...(city.trim() === '' && { city: 'Enter the city.' }),
  };
}

export const loadProfileSchema = () =>
  import('../../wire/billing-profile.form.ts').then((module) => module.billingProfileBody);

export const listCountries = () =>
  countryCodes
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
