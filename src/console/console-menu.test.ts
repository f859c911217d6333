import { expect, test } from 'vitest';
import { menuFor, permissionAt } from './console-menu.ts';

const labels = (roles: Parameters<typeof menuFor>[0]) => menuFor(roles).map(({ label }) => label);

test('each role sees the entries that it may open', () => {
  expect(labels(['sales'])).toEqual(['Today', 'Leads', 'Users', 'Plans']);
  expect(labels(['support'])).toEqual([
    'Today',
    'Tickets',
    'Users',
    'Apps',
    'Payments',
    'Invoices',
    'Plans',
    'Proxies',
    'Customs rules',
    'Customs tariffs',
    'Incidents',
  ]);
  expect(labels(['finance'])).toEqual([
    'Today',
    'Users',
    'Payments',
    'Invoices',
    'Figures',
    'Ledger',
    'Plans',
  ]);
  expect(labels(['admin'])).toHaveLength(16);
  expect(labels([])).toEqual([]);
});

test('a screen below an entry needs the same permission', () => {
  expect(permissionAt('/admin/')).toBe('overview.read');
  expect(permissionAt('/admin/leads/7')).toBe('leads.work');
  expect(permissionAt('/admin/payments/adjustments')).toBe('payments.review');
  expect(permissionAt('/admin/nothing')).toBeUndefined();
});
