import { useEffect, useId } from 'react';
import { type SubmitHandler, type UseFormReturn, useForm } from 'react-hook-form';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { CallError, fieldMessages, overrideMessage } from '#lib/call-error.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { TextField, type TextFieldProps } from '#ui/fields/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ProfileFields } from '../../wire/profile.form.ts';
import type { UserWire } from '../../wire/profile.ts';
import { useUpdateProfile } from '../queries.ts';
import { createResolver, isProfileField, profileLabels, toFormValues } from './profile-form.ts';

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

type Form = UseFormReturn<ProfileFields, unknown, Partial<ProfileFields>>;

function showRefusal(form: Form, error: unknown) {
  toast.error(overrideMessage(error, 'Failed to update profile'));
  const { fields, general } = fieldMessages(error instanceof CallError ? error.body : undefined);
  for (const [name, [message]] of Object.entries(fields)) {
    if (isProfileField(name)) form.setError(name, { message: message ?? '' });
    else if (message) general.push(message);
  }
  if (general[0]) form.setError('root', { message: general[0] });
}

function useProfileForm({ user, onSaved }: ProfileFormProps) {
  const update = useUpdateProfile();
  const form: Form = useForm<ProfileFields, unknown, Partial<ProfileFields>>({
    defaultValues: toFormValues(user),
    resolver: createResolver(user),
  });
  // The button that opened the form was removed.
  const { setFocus } = form;
  useEffect(() => setFocus('first_name'), [setFocus]);
  const save: SubmitHandler<Partial<ProfileFields>> = async (changes) => {
    try {
      await update.mutateAsync(changes);
      toast.success('Profile updated successfully');
      onSaved();
    } catch (error) {
      showRefusal(form, error);
    }
  };
  return { form, handleSubmit: form.handleSubmit(save) };
}

export function ProfileForm(props: ProfileFormProps) {
  const { form, handleSubmit } = useProfileForm(props);
  const { errors, isDirty, isSubmitting } = form.formState;
  const guard = useLeaveGuard(isDirty && !isSubmitting);
  const id = useId();
  return (
    <form onSubmit={handleSubmit} noValidate className="grid max-w-xl gap-5">
      {errors.root?.message && <Banner tone="error">{errors.root.message}</Banner>}
      <TextField
        label="Email"
        help="Your email is how you sign in and can't be changed here."
        value={props.user.email}
        readOnly
      />
      {Object.entries(profileLabels).map(
        ([name, label]) =>
          isProfileField(name) && (
            <TextField
              key={name}
              id={`${id}-${name}`}
              label={label}
              {...hints[name]}
              {...form.register(name)}
              error={errors[name]?.message}
            />
          ),
      )}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" variant="primary" isBusy={isSubmitting} busyLabel="Saving...">
          Save Changes
        </Button>
        <Button onClick={props.onCancel} disabled={isSubmitting}>
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
