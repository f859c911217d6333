import { useEffect } from 'react';
import { useApiForm } from '#client/use-api-form.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { overrideMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { FormError } from '#ui/fields/FormError.tsx';
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx';
import { useFormFields } from '#ui/fields/use-form-fields.ts';
import { resultToasts } from '#ui/toast.ts';
import type { ProfileFields } from '../../wire/profile.form.ts';
import type { UserWire } from '../../wire/profile.ts';
import { useUpdateProfile } from '../queries.ts';
import {
  isProfileField,
  loadProfileSchema,
  profileLabels,
  toBody,
  toFormValues,
} from './profile-form.ts';

type ProfileFormProps = { user: UserWire; onSaved: () => void; onCancel: () => void };

const hints: Record<keyof ProfileFields, Partial<TextFieldProps>> = {
  first_name: { autoComplete: 'given-name' },
  last_name: { autoComplete: 'family-name' },
  company: { autoComplete: 'organization' },
  position: { autoComplete: 'organization-title' },
  phone: {
    autoComplete: 'tel',
    type: 'tel',
    help: 'With the country code, for example +1 (415) 555-0132',
  },
};

const results = resultToasts('profile');

export function ProfileForm({ user, onSaved, onCancel }: ProfileFormProps) {
  const update = useUpdateProfile();
  const { form, submit, isBusy, hasChanges } = useApiForm<ProfileFields, Partial<ProfileFields>>({
    defaultValues: toFormValues(user),
    toBody: (values) => toBody(user, values),
    loadSchema: loadProfileSchema,
    save: async (body) => {
      await update.mutateAsync(body, {
        onError: (error) => results.error(overrideMessage(error, 'Failed to update profile')),
      });
      results.success('Profile updated successfully');
      onSaved();
    },
  });
  const { isDirty } = form.formState;
  const field = useFormFields(form);
  const guard = useLeaveGuard(hasChanges);
  // The button that opened the form was removed.
  const { setFocus } = form;
  useEffect(() => setFocus('first_name'), [setFocus]);
  return (
    <form onSubmit={submit} noValidate className="grid max-w-xl gap-5">
      <FormError form={form} />
      <TextField
        label="Email"
        help="Your email is how you sign in and can't be changed here."
        value={user.email}
        readOnly
      />
      {Object.entries(profileLabels).map(
        ([name, label]) =>
          isProfileField(name) && (
            <TextField key={name} label={label} {...hints[name]} {...field(name)} />
          ),
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isBusy={isBusy} busyLabel="Saving...">
          Save Changes
        </Button>
        <Button onClick={onCancel} disabled={isBusy}>
          Cancel
        </Button>
        {isDirty && <span className="text-sm text-quiet">Not saved yet</span>}
      </div>
      <LeaveDialog guard={guard}>
        Your changes to the profile are not saved and will be lost.
      </LeaveDialog>
    </form>
  );
}
