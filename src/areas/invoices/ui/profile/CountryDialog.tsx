import { useWatch } from 'react-hook-form';
import { useApiForm } from '#client/use-api-form.ts';
import { useSession } from '#client/use-session.ts';
import { FormDialog } from '#ui/dialogs/FormDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { type ProfileBody, useSaveProfile } from '../queries.ts';
import { loadProfileSchema, type ProfileValues, toBody, toValues } from './billing-profile-form.ts';
import { CountryField, KindField, NameField, TaxNumberField } from './CustomerFields.tsx';

type CountryDialogProps = { onSaved: () => void; onClose: () => void };

/** The least that has to be known before anything is charged. */
export function CountryDialog({ onSaved, onClose }: CountryDialogProps) {
  const save = useSaveProfile();
  const { email } = useSession();
  const { form, submit, isBusy } = useApiForm<ProfileValues, ProfileBody>({
    defaultValues: { ...toValues(null, email ?? ''), kind: 'person' },
    toBody,
    loadSchema: loadProfileSchema,
    save: async (body, { idempotencyKey }) => {
      await save.mutateAsync({ body, key: idempotencyKey });
      onSaved();
    },
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  return (
    <FormDialog
      title="Where are you billed?"
      description="Your country decides which tax is included. The price stays the same, and you can add an address later, under Billing profile."
      submitLabel="Save and continue"
      busyLabel="Saving..."
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <FormError form={form} />
      <KindField form={form} />
      <CountryField form={form} />
      {kind === 'company' && <NameField form={form} />}
      <TaxNumberField form={form} profile={null} />
    </FormDialog>
  );
}
