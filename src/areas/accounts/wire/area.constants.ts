import type { ApiArea } from '#lib/api-description.ts';

export const accountsArea: ApiArea = {
  slug: 'accounts',
  title: 'Account',
  sentence: 'Signing in with a code, the profile, the sessions and the apps that act for you.',
  groups: ['Signing in', 'Profile', 'Sessions', 'Connected apps', 'Deleting the account'],
};
