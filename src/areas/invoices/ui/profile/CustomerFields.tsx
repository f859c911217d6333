// The fields that decide about tax: who is billed, in which country, with which number.
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { ApiForm } from '#client/use-api-form.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { taxNumberStatusTexts } from '../../wire/billing-profile.constants.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { isEuCountry } from '../../wire/countries.constants.ts';
import { exampleTaxNumber, taxNumberLabel } from '../../wire/tax-numbers.form.ts';
import { listCountries, type ProfileValues } from './billing-profile-form.ts';

export type ProfileFormProps = { form: ApiForm<ProfileValues> };

const kinds = [
  { value: 'company', label: 'Company', help: 'With or without a tax number.' },
  { value: 'person', label: 'Person', help: 'Taxed as a consumer.' },
] as const;

export function KindField({ form }: ProfileFormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <RadioGroup
      legend="Billed to"
      name="kind"
      value={kind}
      options={kinds}
      onChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
    />
  );
}

export function NameField({ form }: ProfileFormProps) {
  const kind = useWatch({ control: form.control, name: 'kind' });
  const field = useFormFields(form);
  return (
    <TextField
      label={kind === 'company' ? 'Legal name of the company' : 'Full name'}
      required={kind === 'company'}
      autoComplete={kind === 'company' ? 'organization' : 'name'}
      {...field('name')}
    />
  );
}

export function CountryField({ form }: ProfileFormProps) {
  const field = useFormFields(form);
  const [countries] = useState(listCountries);
  return (
    <SelectField
      label="Country"
      placeholder="Choose a country"
      options={countries}
      required
      autoComplete="country"
      {...field('country')}
    />
  );
}

type TaxNumberProps = ProfileFormProps & { profile: BillingProfileWire | null };

/** A person has none. A company in the EU has one, or says that it has none. */
export function TaxNumberField({ form, profile }: TaxNumberProps) {
  const [kind, country, number, hasNone] = useWatch({
    control: form.control,
    name: ['kind', 'country', 'tax_number', 'has_no_tax_number'],
  });
  const field = useFormFields(form);
  if (kind === 'person') return null;
  const isInEu = isEuCountry(country);
  const example = exampleTaxNumber(country);
  const help = example && `Such as ${example}.${isInEu ? '' : ' Leave it empty without one.'}`;
  const status =
    profile && profile.tax_number === number && taxNumberStatusTexts[profile.tax_number_status];
  return (
    <>
      {!(isInEu && hasNone) && (
        <TextField
          label={country ? taxNumberLabel(country) : 'Tax number'}
          required={isInEu}
          help={status || help}
          autoComplete="off"
          {...field('tax_number')}
        />
      )}
      {isInEu && (
        <Checkbox
          label="The company has no VAT number"
          help={hasNone ? 'Its invoices contain VAT, like those of a person.' : undefined}
          {...form.register('has_no_tax_number')}
        />
      )}
    </>
  );
}
