import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import StaffOverview from './StaffOverview.tsx';

const nothing = {
  leads: null,
  payments: null,
  failures: null,
  ledger: null,
  signups: null,
  revenue: null,
  usage: null,
  generated_at: '2026-11-20T12:00:00.000Z',
};
const tickets = { waiting: 9, unassigned: 8, overdue: 7, under_24_hours: 3, over_24_hours: 6 };

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});

test.each([
  ['waiting for us', '/admin/tickets?status=waiting_for_admin'],
  ['first reply overdue', '/admin/tickets?overdue=true'],
  ['waiting over a day', '/admin/tickets?overdue=day'],
  ['unassigned', '/admin/tickets?status=waiting_for_admin&assigned_to=none'],
])('the figure "%s" links to the matching list of tickets', async (words, address) => {
  stubApi({ 'GET /apix/admin/overview/': { status: 200, body: { ...nothing, tickets } } });
  await renderScreen('/admin', [{ path: '/admin', element: StaffOverview }]);
  await expect
    .element(page.getByRole('link', { name: new RegExp(words) }))
    .toHaveAttribute('href', address);
});
