// Values and validation of the profile form.
import type { FieldPath, Resolver } from 'react-hook-form';
import type { ProfileFields } from '../../wire/profile.form.ts';
import type { UserWire } from '../../wire/profile.ts';

export type ProfileFormProps = { user: UserWire };

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
export function omitEmptyNames(user: UserWire, values: ProfileFields): Partial<ProfileFields> {
  const isUnfilled = (name: 'first_name' | 'last_name') =>
    user[name] === '' && values[name].trim() === '';
  const { first_name, last_name, ...rest } = values;
  return {
    ...(!isUnfilled('first_name') && { first_name }),
    ...(!isUnfilled('last_name') && { last_name }),
    ...rest,
  };
}

export const loadProfileRules = () => import('./profile-resolver.ts');

export const createResolver =
  (user: UserWire): Resolver<ProfileFields, unknown, Partial<ProfileFields>> =>
  async (values, context, options) => {
    const { resolveProfileForm } = await loadProfileRules();
    return resolveProfileForm(omitEmptyNames(user, values), context, options as never) as never;
  };
