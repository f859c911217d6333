import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, stubApi } from '#test/browser/screens.tsx';
import { IncidentNotices } from './IncidentNotices.tsx';

const path = 'GET /apix/status/incidents/';
const createIncident = (id: string, title: string) => ({
  id,
  title,
  state: 'identified',
  started_at: '2026-11-20T12:00:00Z',
  resolved_at: null,
  components: [
    { name: 'payments', impact: 'down' },
    { name: 'mail', impact: 'degraded' },
  ],
  updates: [
    { id: 'u', state: 'identified', message: 'Found.', created_at: '2026-11-20T12:05:00Z' },
  ],
});
const payments = createIncident('0198d0de-0000-7000-8000-000000000001', 'Payments fail');
const mails = createIncident('0198d0de-0000-7000-8000-000000000002', 'Mails are late');
const open = (...incidents: object[]) => ({ [path]: { status: 200, body: { open: incidents } } });
const show = () => renderScreen('/dashboard', [{ path: '/dashboard', element: IncidentNotices }]);

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('an open incident says what it affects, and leads to its place on the status page', async () => {
  stubApi(open(payments));
  await show();
  await expect.element(page.getByText('Payments fail')).toBeVisible();
  await expect
    .element(page.getByText(/^Identified: Payments and E-mail delivery, updated /))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Follow it on the status page' }))
    .toHaveAttribute('href', `/status#${payments.id}`);
});

test('it is dismissed alone and stays so, and another one is shown', async () => {
  const api = stubApi(open(payments));
  const screen = await show();
  await userEvent.click(page.getByRole('button', { name: 'Dismiss' }));
  await expect.element(page.getByText('Payments fail')).not.toBeInTheDocument();
  await screen.unmount();
  api.answers[path] = open(payments, mails)[path]!;
  await show();
  await expect.element(page.getByText('Mails are late')).toBeVisible();
  expect(page.getByText('Payments fail').query()).toBeNull();
});

test('it goes away when it is resolved', async () => {
  const api = stubApi(open(mails));
  const { queryClient } = await show();
  await expect.element(page.getByText('Mails are late')).toBeVisible();
  api.answers[path] = open()[path]!;
  await queryClient.refetchQueries();
  await expect.element(page.getByText('Mails are late')).not.toBeInTheDocument();
});
