import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
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
  const field = useFormFields(form);
  const [kind, country] = useWatch({ control: form.control, name: ['kind', 'country'] });
  const isCompany = kind === 'company';
  return (
    <>
      <TextField
        label="Street and number"
        help={isCompany ? undefined : 'Your invoices have no address without it.'}
        required={isCompany}
        autoComplete="address-line1"
        {...field('line1')}
      />
      <TextField label="Floor or building" autoComplete="address-line2" {...field('line2')} />
      <div className="grid gap-5 sm:grid-cols-[1fr_2fr]">
        <TextField label="Postal code" autoComplete="postal-code" {...field('postal_code')} />
        <TextField
          label="City"
          required={isCompany}
          autoComplete="address-level2"
          {...field('city')}
        />
      </div>
      <TextField
        label="State or province"
        required={isCompany && countriesWithRegions.includes(country)}
        autoComplete="address-level1"
        {...field('region')}
      />
    </>
  );
}

function MailFields({ form }: ProfileFormProps) {
  const field = useFormFields(form);
  return (
    <>
      <TextField
        label="Your reference"
        help="Printed on each invoice, such as a purchase order. May be empty."
        autoComplete="off"
        {...field('reference')}
      />
      <TextField
        label="Email for invoices"
        type="email"
        required
        autoComplete="email"
        {...field('email')}
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
