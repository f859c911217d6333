import type { UserWire } from '#areas/accounts/contract.ts';

export type Task = {
  path: string;
  title: string;
  text: string;
  /** Waits for the person; the others are only ways to go. */
  isOpen?: boolean;
  /** A page that the browser's router does not know. */
  isOutside?: boolean;
};

const asked = [
  ['first_name', 'first name'],
  ['last_name', 'last name'],
  ['company', 'company'],
  ['phone', 'phone number'],
] as const;

/** The words for what the profile lacks. */
export const listMissingFields = (user: UserWire): string[] =>
  asked.filter(([field]) => user[field] === '').map(([, words]) => words);

const listFormat = new Intl.ListFormat('en', { type: 'conjunction' });

export function tasksFor(user: UserWire): Task[] {
  const missing = listMissingFields(user);
  const profile: Task =
    missing.length > 0
      ? {
          path: '/dashboard/profile',
          title: 'Complete your profile',
          text: `Still missing: ${listFormat.format(missing)}.`,
          isOpen: true,
        }
      : {
          path: '/dashboard/profile',
          title: 'Change your profile',
          text: 'Your name, company, phone number and picture.',
        };
  return [
    profile,
    {
      path: '/dashboard/sessions',
      title: 'See where you are signed in',
      text: 'End sessions that you do not know.',
    },
    {
      path: '/docs/api',
      title: 'Read the API reference',
      text: 'Every call that these screens make, with its answers.',
      isOutside: true,
    },
    {
      path: '/company/contact',
      title: 'Write to us',
      text: 'We answer within 24 hours.',
    },
  ];
}
