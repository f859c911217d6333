import { describe, expect, it } from 'vitest';
import type { UserWire } from '#areas/accounts/contract.ts';
import { listMissingFields, tasksFor } from './tasks.ts';

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

describe('tasksFor', () => {
  it('opens with the profile while it lacks something, and says what', () => {
    const [first] = tasksFor({ ...user, last_name: '', phone: '' });
    expect(first).toMatchObject({
      title: 'Complete your profile',
      text: 'Still missing: last name and phone number.',
      isOpen: true,
    });
  });

  it('has nothing open once the profile is complete', () => {
    expect(listMissingFields(user)).toEqual([]);
    expect(tasksFor(user).filter((task) => task.isOpen)).toEqual([]);
  });
});
