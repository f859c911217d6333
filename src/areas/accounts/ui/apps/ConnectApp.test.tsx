import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildAppRequest, buildUser, pageOfRows } from '#test/fixtures/accounts.ts';
import Assistants from './Assistants.tsx';
import ConnectApp from './ConnectApp.tsx';

const requestPath = 'GET /apix/accounts/apps/request/';
const answerPath = 'POST /apix/accounts/apps/';
const profile = { 'GET /apix/accounts/profile/': { status: 200, body: buildUser() } };
const query = 'client_id=c1&response_type=code&code_challenge=x&state=s&unknown=1';
// The address of the app stays on this page, so that the test goes on after the redirect.
const returned = `${location.href.replace(/#.*$/, '')}#returned`;

const button = (name: string) => page.getByRole('button', { name, exact: true });
const open = () =>
  renderScreen(`/oauth/authorize?${query}`, [{ path: '/oauth/authorize', element: ConnectApp }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(() => {
  resetBrowser();
  history.replaceState(null, '', location.href.replace(/#.*$/, ''));
});

test('an app reads what it asked for, without passwords of proxies, unless more is chosen', async () => {
  const api = stubApi({
    ...profile,
    [requestPath]: { status: 200, body: buildAppRequest() },
    [answerPath]: { status: 200, body: { redirect_to: returned } },
  });
  await open();
  await expect.element(page.getByRole('heading', { name: 'Connect Loom?' })).toBeVisible();
  await expect.element(page.getByText('loom.example')).toBeVisible();
  await expect.element(page.getByText('ada@example.com')).toBeVisible();
  await expect.element(page.getByLabelText('Proxy credentials')).not.toBeChecked();
  await userEvent.click(button('Allow'));
  await expect.element(page.getByText('Returning to Loom')).toBeVisible();
  await expect.poll(() => location.hash).toBe('#returned');
  const [request] = api.callsTo(requestPath);
  expect(request?.path).not.toContain('unknown');
  expect(api.callsTo(answerPath)).toMatchObject([
    {
      body: {
        client_id: 'c1',
        state: 's',
        is_allowed: true,
        may_change: false,
        scopes: ['billing:read', 'customs'],
      },
    },
  ]);
});

test('a person chooses where, allows changes, and can not allow nothing', async () => {
  const api = stubApi({
    ...profile,
    [requestPath]: { status: 200, body: buildAppRequest({ scopes: ['customs', 'billing:read'] }) },
    [answerPath]: { status: 200, body: { redirect_to: returned } },
  });
  await open();
  await userEvent.click(page.getByRole('radio', { name: /Read and change/ }));
  await userEvent.click(page.getByLabelText('Read billing'));
  await userEvent.click(page.getByLabelText('Customs'));
  await expect.element(button('Allow')).toBeDisabled();
  await userEvent.click(page.getByLabelText('Customs'));
  await userEvent.click(button('Allow'));
  await expect.poll(() => api.callsTo(answerPath)).toHaveLength(1);
  expect(api.callsTo(answerPath)[0]?.body).toMatchObject({ scopes: ['customs'], may_change: true });
});

test('declining tells the app', async () => {
  const api = stubApi({
    ...profile,
    [requestPath]: {
      status: 200,
      body: buildAppRequest({ is_local: true, redirect_host: 'cursor' }),
    },
    [answerPath]: { status: 200, body: { redirect_to: returned } },
  });
  await open();
  await expect.element(page.getByText('an app on this computer (cursor)')).toBeVisible();
  await userEvent.click(button('Deny'));
  await expect.poll(() => location.hash).toBe('#returned');
  expect(api.callsTo(answerPath)[0]?.body).toMatchObject({ is_allowed: false });
});

test('an app with a document is named after its host', async () => {
  const body = buildAppRequest({ described_by: 'loom.example', registered_at: null });
  stubApi({ ...profile, [requestPath]: { status: 200, body } });
  await open();
  await expect.element(page.getByText(/The name comes from loom\.example\./)).toBeVisible();
});

test('nobody is sent to an app that is unknown or asks wrongly', async () => {
  const unknown = { code: 'app_unknown', non_field_errors: ['This app is not registered here.'] };
  const api = stubApi({ ...profile, [requestPath]: { status: 400, body: unknown } });
  const first = await open();
  await expect.element(page.getByText('This app is not registered here.')).toBeVisible();
  await expect.element(button('Allow')).not.toBeInTheDocument();
  await first.unmount();
  const invalid = { code: 'app_request_invalid', redirect_to: returned };
  api.answers[requestPath] = { status: 400, body: { non_field_errors: ['No.'], ...invalid } };
  await open();
  await expect.element(page.getByText(/Nothing was granted/)).toBeVisible();
  const link = page.getByRole('link', { name: `Return to ${location.host}` });
  await expect.element(link).toHaveAttribute('href', returned);
  expect(location.hash).toBe('');
});

test('assistants have an address to copy, and a way to be told apart', async () => {
  stubApi({ ...profile, 'GET /apix/accounts/apps/': { status: 200, body: pageOfRows([]) } });
  await renderScreen('/dashboard/assistants', [
    { path: '/dashboard/assistants', element: Assistants },
  ]);
  await expect.element(page.getByText(`${location.origin}/mcp`, { exact: true })).toBeVisible();
  await expect.element(button('Copy address')).toBeVisible();
  await expect.element(page.getByText('No connected apps')).toBeVisible();
});
