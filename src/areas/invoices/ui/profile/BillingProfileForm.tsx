import { useFormState, useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { BillingProfileWire } from '../../wire/billing-profile.ts';
import { countriesWithRegions } from '../../wire/countries.constants.ts';
import { type ProfileBody, useSaveProfile } from '../queries.ts';
import {
  loadProfileSchema,
  type ProfileValues,
  requireAddress,
  toBody,
  toValues,
} from './billing-profile-form.ts';
import {
  CountryField,
  KindField,
  NameField,
  type ProfileFormProps,
  TaxNumberField,
} from './CustomerFields.tsx';

function AddressFields({ form }: ProfileFormProps) {
  const { errors } = useFormState({ control: form.control });
  const [kind, country] = useWatch({ control: form.control, name: ['kind', 'country'] });
  const isCompany = kind === 'company';
  return (
    <>
      <TextField
        label="Street and number"
        help={isCompany ? undefined : 'Your invoices have no address without it.'}
        required={isCompany}
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
          required={isCompany}
          autoComplete="address-level2"
          error={errors.city?.message}
          {...form.register('city')}
        />
      </div>
      <TextField
        label="State or province"
        required={isCompany && countriesWithRegions.includes(country)}
        autoComplete="address-level1"
        error={errors.region?.message}
        {...form.register('region')}
      />
    </>
  );
}

function MailFields({ form }: ProfileFormProps) {
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
    rules: requireAddress,
    save: async (body, { idempotencyKey }) => {
      await save.mutateAsync({ body, key: idempotencyKey });
      toast.success('Saved. Later invoices are made out to it.');
    },
  });
  const guard = useLeaveGuard(hasChanges);
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl grid-cols-[minmax(0,1fr)] gap-5">
      <FormError form={form} />
      <KindField form={form} />
      <NameField form={form} />
      <CountryField form={form} />
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
