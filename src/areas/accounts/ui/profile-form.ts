// What the profile form holds and which of it is sent.
import type { FieldPath, Resolver } from 'react-hook-form';
import type { UserWire } from '../contract.ts';
import type { ProfileFields } from '../profile-schema.ts';

export type ProfileFormProps = { user: UserWire };

export const profileLabels: Record<keyof ProfileFields, string> = {
  first_name: 'First name',
  last_name: 'Last name',
  company: 'Company',
  position: 'Position',
  phone: 'Phone',
};

export const fieldsOf = (user: UserWire): ProfileFields => ({
  first_name: user.first_name,
  last_name: user.last_name,
  company: user.company,
  position: user.position,
  phone: user.phone,
});

export const isProfileField = (name: string): name is FieldPath<ProfileFields> =>
  Object.hasOwn(profileLabels, name);

/** An empty name is refused; one that was never filled is left out instead. */
export function leaveOutUnfilledNames(
  user: UserWire,
  values: ProfileFields,
): Partial<ProfileFields> {
  const isUnfilled = (name: 'first_name' | 'last_name') =>
    user[name] === '' && values[name].trim() === '';
  const { first_name, last_name, ...rest } = values;
  return {
    ...(!isUnfilled('first_name') && { first_name }),
    ...(!isUnfilled('last_name') && { last_name }),
    ...rest,
  };
}

/** The rules load with the first edit: nobody who only looks pays for them. */
export const loadProfileRules = () =>
  Promise.all([import('zod'), import('@hookform/resolvers/zod'), import('../profile-schema.ts')]);

export const resolverFor =
  (user: UserWire): Resolver<ProfileFields, unknown, Partial<ProfileFields>> =>
  async (values, context, options) => {
    const [{ z }, { zodResolver }, { profileFields }] = await loadProfileRules();
    const resolve = zodResolver(z.object(profileFields).partial());
    return resolve(leaveOutUnfilledNames(user, values), context, options as never) as never;
  };
