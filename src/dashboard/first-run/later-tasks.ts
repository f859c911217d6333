// What an account can do at any time, and which of it is done.
import type { UserWire } from '#areas/accounts/wire/profile.ts';
import type { OverviewWire } from '#areas/billing/wire/index.ts';
import { formatList } from '#lib/format.ts';

export type LaterTask = { path: string; title: string; text: string; isDone: boolean };

const profileFields = [
  ['first_name', 'first name'],
  ['last_name', 'last name'],
  ['company', 'company'],
  ['phone', 'phone number'],
] as const;

/** Labels of the empty fields of the profile. */
export const listMissingFields = (user: UserWire): string[] =>
  profileFields.filter(([field]) => user[field] === '').map(([, label]) => label);

/** In recommended order. A metric that could not be loaded counts as not done. */
export function laterTasksFor(
  user: UserWire,
  { metrics }: Pick<OverviewWire, 'metrics'>,
): LaterTask[] {
  const missing = listMissingFields(user);
  const { balance, subscription } = metrics;
  const isPending = subscription?.status === 'pending';
  return [
    {
      path: '/dashboard/profile',
      title: 'Complete your profile',
      text: missing.length > 0 ? `Still missing: ${formatList(missing)}.` : 'Nothing is missing.',
      isDone: missing.length === 0,
    },
    {
      path: '/dashboard/wallet/add',
      title: 'Add money',
      text: 'Plans are paid from your wallet.',
      isDone: balance?.has_transactions ?? false,
    },
    {
      path: '/dashboard/plan',
      title: 'Choose a plan',
      text:
        subscription && isPending
          ? `${subscription.tariff.name} waits for its payment.`
          : 'The free one is on; a paid one raises the limits.',
      isDone: subscription?.tariff.is_free === false && !isPending,
    },
  ];
}
