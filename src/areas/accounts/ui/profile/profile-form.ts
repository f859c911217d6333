// Values and validation of the profile form.
import type { FieldPath } from 'react-hook-form';
import type { ProfileFields } from '../../wire/profile.form.ts';
import type { UserWire } from '../../wire/profile.ts';

export const profileLabels: Record<keyof ProfileFields, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  position: 'Position',
  phone: 'Phone',
};

export const toFormValues = (user: UserWire): ProfileFields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  company: user.company,
  position: user.position,
  phone: user.phone,
});

export const isProfileField = (name: string): name is FieldPath<ProfileFields> =>
  Object.hasOwn(profileLabels, name);

/** An empty name is invalid; omits a name that was never filled in. */
export function toBody(user: UserWire, values: ProfileFields): Partial<ProfileFields> {
  const fields = Object.entries(values).map(([name, value]) => [name, value.trim()] as const);
  const isUnfilled = (name: string, value: string) =>
    (name === 'first_name' || name === 'last_name') && value === '' && user[name] === '';
  return Object.fromEntries(fields.filter(([name, value]) => !isUnfilled(name, value)));
}

export const loadProfileSchema = () =>
  import('../../wire/profile.form.ts').then((module) => module.profileFormSchema);
