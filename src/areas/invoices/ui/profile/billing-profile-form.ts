// Values and validation of the form.
import { formatCountry } from '#lib/format.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { countryCodes } from '../../wire/countries.constants.ts';
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
  email: profile?.email ?? email,
  reference: profile?.reference ?? '',
  mails_invoices: profile?.mails_invoices ?? true,
});

/** A person has no tax number: one that was typed before is dropped. */
export const toBody = (values: ProfileValues): ProfileBody => ({
  ...values,
  tax_number: values.kind === 'company' ? values.tax_number : '',
});

export const loadProfileSchema = () =>
  import('../../wire/billing-profile.form.ts').then((module) => module.billingProfileBody);

export const listCountries = () =>
  countryCodes
    .map((value) => ({ value, label: formatCountry(value) }))
    .sort((a, b) => a.label.localeCompare(b.label));
