import type { ActivityWire, SessionWire, UserWire } from '#areas/accounts/contract.ts';

/** An account as the wire tells it. */
export const userOf = (change: Partial<UserWire> = {}): UserWire => ({
  id: 1,
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  company: 'Analytical Engines',
  position: 'Engineer',
  phone: '+441234567890',
  full_name: 'Ada Lovelace',
  initials: 'AL',
  display_username: 'Ada Lovelace',
  avatar: null,
  status: 'active',
  roles: [],
  is_staff: false,
  is_superuser: false,
  date_joined: '2026-03-05T12:00:00Z',
  last_login: null,
  unanswered_messages_count: 0,
  ...change,
});

export const sessionOf = (change: Partial<SessionWire> = {}): SessionWire => ({
  id: '01900000-0000-7000-8000-000000000001',
  is_current: false,
  browser: 'Firefox',
  system: 'Linux',
  ip: '192.0.2.7',
  created_at: '2026-11-18T12:00:00Z',
  last_used_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-12-18T12:00:00Z',
  ...change,
});

export const activityOf = (change: Partial<ActivityWire> = {}): ActivityWire => ({
  id: '01900000-0000-7000-8000-000000000002',
  kind: 'login',
  browser: 'Firefox',
  system: 'Linux',
  ip: '192.0.2.7',
  created_at: '2026-11-20T12:00:00Z',
  ...change,
});

export const pageOfRows = (results: unknown[], change: { count?: number; page?: number } = {}) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
  page: 1,
  pages: 1,
  page_size: 20,
  has_next: false,
  has_previous: false,
  ...change,
});
