import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { type ApiForm, useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { RadioGroup } from '#ui/fields/RadioGroup.tsx';
import { SelectField } from '#ui/fields/SelectField.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { taxNumberStatusTexts } from '../../wire/billing-profile.constants.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { countriesWithRegions } from '../../wire/countries.constants.ts';
import { exampleTaxNumber, taxNumberLabel } from '../../wire/tax-numbers.form.ts';
import { type ProfileBody, useSaveProfile } from '../queries.ts';
import {
  listCountries,
  loadProfileSchema,
  type ProfileValues,
  toBody,
  toValues,
} from './billing-profile-form.ts';

type FormProps = { form: ApiForm<ProfileValues> };

const kinds = [
  { value: 'company', label: 'Company', help: 'With or without a tax number.' },
  { value: 'person', label: 'Person', help: 'Taxed as a consumer.' },
] as const;

function AddressFields({ form }: FormProps) {
  const { errors } = useFormState({ control: form.control });
  const [countries] = useState(listCountries);
  const country = useWatch({ control: form.control, name: 'country' });
  return (
    <>
      <SelectField
        label="Country"
        placeholder="Choose a country"
        options={countries}
        required
        autoComplete="country"
        error={errors.country?.message}
        {...form.register('country')}
      />
      <TextField
        label="Street and number"
        required
        autoComplete="address-line1"
        error={errors.line1?.message}
        {...form.register('line1')}
      />
      <TextField
        label="Floor or building"
        autoComplete="address-line2"
        error={errors.line2?.message}
        {...form.register('line2')}
      />
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        <TextField
          label="Postal code"
          autoComplete="postal-code"
          error={errors.postal_code?.message}
          {...form.register('postal_code')}
        />
        <TextField
          label="City"
          required
          autoComplete="address-level2"
          error={errors.city?.message}
          {...form.register('city')}
        />
      </div>
      <TextField
        label="State or province"
        required={countriesWithRegions.includes(country)}
        autoComplete="address-level1"
        error={errors.region?.message}
        {...form.register('region')}
      />
    </>
  );
}

/** A person has none. */
function TaxNumberField({ form, profile }: FormProps & { profile: BillingProfileWire | null }) {
  const [kind, country, number] = useWatch({
    control: form.control,
    name: ['kind', 'country', 'tax_number'],
  });
  const { errors } = useFormState({ control: form.control });
  if (kind === 'person') return null;
  const example = exampleTaxNumber(country);
  const status =
    profile && profile.tax_number === number && taxNumberStatusTexts[profile.tax_number_status];
  return (
    <TextField
      label={country ? taxNumberLabel(country) : 'Tax number'}
      help={status || (example && `Such as ${example}. Leave it empty without one.`)}
      autoComplete="off"
      error={errors.tax_number?.message}
      {...form.register('tax_number')}
    />
  );
}

function MailFields({ form }: FormProps) {
  const { errors } = useFormState({ control: form.control });
  return (
    <>
      <TextField
        label="Your reference"
        help="Printed on each invoice, such as a purchase order. May be empty."
        autoComplete="off"
        error={errors.reference?.message}
        {...form.register('reference')}
      />
      <TextField
        label="Email for invoices"
        type="email"
        required
        autoComplete="email"
        error={errors.email?.message}
        {...form.register('email')}
      />
      <Checkbox label="Mail each invoice to this address" {...form.register('mails_invoices')} />
    </>
  );
}

type BillingProfileFormProps = { profile: BillingProfileWire | null; email: string };

export function BillingProfileForm({ profile, email }: BillingProfileFormProps) {
  const save = useSaveProfile();
  const { form, submit, isBusy, hasChanges } = useApiForm<ProfileValues, ProfileBody>({
    defaultValues: toValues(profile, email),
    toBody,
    loadSchema: loadProfileSchema,
    save: async (body, { idempotencyKey }) => {
      await save.mutateAsync({ body, key: idempotencyKey });
      toast.success('Saved. Later invoices are made out to it.');
    },
  });
  const guard = useLeaveGuard(hasChanges);
  const kind = useWatch({ control: form.control, name: 'kind' });
  const { errors } = form.formState;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-5">
      <FormError form={form} />
      <RadioGroup
        legend="Billed to"
        name="kind"
        value={kind}
        options={kinds}
        onChange={(value) => form.setValue('kind', value, { shouldDirty: true })}
      />
      <TextField
        label={kind === 'company' ? 'Legal name of the company' : 'Full name'}
        required
        autoComplete={kind === 'company' ? 'organization' : 'name'}
        error={errors.name?.message}
        {...form.register('name')}
      />
      <AddressFields form={form} />
      <TaxNumberField form={form} profile={profile} />
      <MailFields form={form} />
      <div>
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          Save billing profile
        </Button>
      </div>
      <LeaveDialog guard={guard}>The billing profile is not saved yet.</LeaveDialog>
    </form>
  );
}
