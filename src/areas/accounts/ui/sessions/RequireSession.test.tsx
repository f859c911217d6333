import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { session, sessionPaths } from '#client/session.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import { blacklistToken, refreshToken } from '../../wire/sessions.ts';
import { RequireSession } from './RequireSession.tsx';

const readPath = 'GET /apix/accounts/profile/';
const Protected = () => (
  <RequireSession>
    <p>Protected</p>
  </RequireSession>
);
const open = (address = '/dashboard/keys?page=2') =>
  renderScreen(address, [{ path: '/dashboard/*', element: Protected }]);
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true })).toBeVisible();

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('the session knows the paths of the contract', () => {
  expect(sessionPaths).toEqual({ refresh: refreshToken.path, blacklist: blacklistToken.path });
});

test('without a session it redirects to the sign-in and saves the address', async () => {
  const { router } = await open();
  await expect.poll(() => router.state.location.pathname).toBe('/auth');
  expect(sessionStorage.getItem('auth_redirect_url')).toBe('/dashboard/keys?page=2');
});

test('the page waits while the account loads', async () => {
  const answer = Promise.withResolvers<{ status: number; body: unknown }>();
  stubApi({ [readPath]: () => answer.promise });
  signInAs('ada@example.com');
  await open();
  await expect.element(page.getByText('Loading your account')).toBeInTheDocument();
  await expect.element(page.getByText('Protected')).not.toBeInTheDocument();
  answer.resolve({ status: 200, body: buildUser() });
  await expectText('Protected');
});

test('an account that failed to load keeps the session and can be retried', async () => {
  const api = stubApi({ [readPath]: new TypeError('Failed to fetch') });
  signInAs('ada@example.com');
  await open();
  await expectText('Failed to load profile data');
  expect(localStorage.getItem('auth_token')).toBe('access');
  api.answers[readPath] = { status: 200, body: buildUser() };
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await expectText('Protected');
});

test('rejected tokens of an earlier visit lead to the sign-in', async () => {
  const refused = { status: 401, body: { detail: 'Not valid', code: 'token_not_valid' } };
  stubApi({ [readPath]: refused, 'POST /apix/accounts/token/refresh/': refused });
  signInAs('ada@example.com');
  const { router } = await open();
  await expect.poll(() => router.state.location.pathname).toBe('/auth');
  expect(localStorage.getItem('refresh_token')).toBeNull();
  expect(sessionStorage.getItem('auth_redirect_url')).toBe('/dashboard/keys?page=2');
});

test.each([
  ['/dashboard/profile', 'Please log in to view your profile.'],
  ['/dashboard/keys', 'Please sign in to continue'],
])('a session that ends while %s is open says so', async (address, message) => {
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
  signInAs('ada@example.com');
  const { router } = await open(address);
  await expectText('Protected');
  session.clear();
  await expectText('Not Authenticated');
  await expectText(message);
  expect(router.state.location.pathname).toBe(address);
});

test.each([
  ['ended', /ended: on another device, or by our support/],
  ['expired', /a session lasts 30 days/],
])('a session that is refused as %s says why', async (reason, sentence) => {
  const api = stubApi({ [readPath]: { status: 200, body: buildUser() } });
  signInAs('ada@example.com');
  const { queryClient } = await open('/dashboard/keys');
  await expectText('Protected');
  const refused = { status: 401, body: { detail: 'Not valid', code: 'token_not_valid', reason } };
  api.answers[readPath] = refused;
  api.answers['POST /apix/accounts/token/refresh/'] = refused;
  await queryClient.invalidateQueries();
  await expectText('Not Authenticated');
  await expect.element(page.getByText(sentence)).toBeVisible();
});

test('signing out does not save the address', async () => {
  stubApi({
    [readPath]: { status: 200, body: buildUser() },
    'POST /apix/accounts/token/blacklist/': { status: 204 },
  });
  signInAs('ada@example.com');
  const { router } = await open();
  await expectText('Protected');
  session.signOut();
  await expect.poll(() => router.state.location.pathname).toBe('/auth');
  expect(sessionStorage.getItem('auth_redirect_url')).toBeNull();
});
