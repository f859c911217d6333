import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { CustomerContext } from './CustomerContext.tsx';

const at = '2026-11-20T12:00:00.000Z';
const key = { name: 'ci', key_preview: 'sk_live_ab...cd', status: 'active' };
const user = {
  id: 7,
  subscription: { tariff: 'Pro', status: 'Active' },
  balances: [{ currency: 'EUR', available: '12.50', reserved: '0.00' }],
  payments: [
    {
      uuid: 'p1',
      internal_id: 'PAY-1',
      amount: '40.00',
      currency: 'EUR',
      status_display: 'Expired',
      created_at: at,
    },
  ],
  keys: [
    { ...key, id: 'k1' },
    { ...key, id: 'k2', name: 'old' },
  ],
  sessions: null,
};
const group = { key: 'k1', label: 'ci', requests: 91, errors: 5 };
const answers = {
  'GET /apix/admin/users/7/': { status: 200, body: user },
  'GET /apix/billing/usage/': { status: 200, body: pageOfRows([group]) },
};
const Card = () => <CustomerContext userId={7} />;
const open = () => renderScreen('/card', [{ path: '/card', element: Card }]);
const expectText = (words: string | RegExp) => expect.element(page.getByText(words)).toBeVisible();

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});

test('one panel shows plan, balances, payments and errors of each key', async () => {
  const api = stubApi(answers);
  await open();
  await expectText('Pro, active');
  await expectText('€12.50');
  await expectText('active, 5 of 91 calls failed this week');
  await expectText('active, not used this week');
  await expectText('Not available');
  await expect
    .element(page.getByRole('link', { name: '€40.00' }))
    .toHaveAttribute('href', '/admin/payments?search=PAY-1');
  expect(api.callsTo('GET /apix/billing/usage/')[0]?.path).toContain('user=7');
});

test('a full list of sessions is shown as a minimum', async () => {
  const one = { id: 's1', browser: 'Firefox', system: 'Linux', last_used_at: at };
  const sessions = Array.from({ length: 10 }, (_, n) => ({ ...one, id: `s${n}` }));
  stubApi({ ...answers, 'GET /apix/admin/users/7/': { status: 200, body: { ...user, sessions } } });
  await open();
  await expectText(/^10 or more, the last on Firefox, Linux/);
});

test('a failure to load is shown in the panel', async () => {
  stubApi({ 'GET /apix/admin/users/7/': { status: 403, body: { detail: 'No.' } } });
  await open();
  await expectText("This didn't load");
});
