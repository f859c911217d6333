import { describe, expect, it } from 'vitest';
import type { UserWire } from '#areas/accounts/wire/profile.ts';
import type { OverviewWire } from '#areas/billing/wire/index.ts';
import { laterTasksFor, listMissingFields } from './later-tasks.ts';

const user: UserWire = {
  id: 1,
  email: 'ann@example.com',
  first_name: 'Ann',
  last_name: 'Loom',
  company: 'Loom Ltd',
  position: '',
  phone: '+14155550132',
  full_name: 'Ann Loom',
  initials: 'AL',
  display_username: 'Ann Loom',
  avatar: null,
  status: 'active',
  roles: [],
  is_staff: false,
  is_superuser: false,
  date_joined: '2026-01-01T00:00:00Z',
  last_login: null,
  unanswered_messages_count: 0,
};
const nothing: OverviewWire['metrics'] = {
  balance: null,
  subscription: null,
  api_keys: null,
  payments: null,
  support: null,
};
const listOpen = (of: UserWire, metrics: OverviewWire['metrics']) =>
  laterTasksFor(of, { metrics })
    .filter(({ isDone }) => !isDone)
    .map(({ title }) => title);

describe('what can be done later', () => {
  it('lists what is missing in the profile', () => {
    const [first] = laterTasksFor({ ...user, last_name: '', phone: '' }, { metrics: nothing });
    expect(first).toMatchObject({
      title: 'Complete your profile',
      text: 'Still missing: last name and phone number.',
      isDone: false,
    });
    expect(listMissingFields(user)).toEqual([]);
  });

  it('is all open except a complete profile', () => {
    expect(listOpen(user, nothing)).toEqual(['Add money', 'Choose a plan']);
  });

  it('is done according to the data', () => {
    const free = { tariff: { is_free: true } } as OverviewWire['metrics']['subscription'];
    expect(listOpen(user, { ...nothing, subscription: free })).toContain('Choose a plan');
    const paid = { tariff: { is_free: false } } as OverviewWire['metrics']['subscription'];
    expect(listOpen(user, { ...nothing, subscription: paid })).not.toContain('Choose a plan');
  });

  it('keeps the plan open while its payment is pending', () => {
    const subscription = {
      tariff: { name: 'Pro', is_free: false },
      status: 'pending',
    } as OverviewWire['metrics']['subscription'];
    const tasks = laterTasksFor(user, { metrics: { ...nothing, subscription } });
    expect(tasks.at(-1)).toMatchObject({ text: 'Pro waits for its payment.', isDone: false });
  });
});
