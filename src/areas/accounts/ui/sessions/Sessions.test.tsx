import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildActivity, buildApp, buildSession, pageOfRows } from '#test/fixtures/accounts.ts';
import Sessions from './Sessions.tsx';

const sessionsPath = 'GET /apix/accounts/sessions/';
const activityPath = 'GET /apix/accounts/activity/';
const current = buildSession({ id: 'a', is_current: true, browser: 'Chrome', system: 'macOS' });
const other = buildSession({ id: 'b' });

const button = (name: string) => page.getByRole('button', { name, exact: true });
const expectText = (words: string) =>
  expect.element(page.getByText(words, { exact: true }).first()).toBeVisible();
const list = (rows: unknown[], change = {}) => ({ status: 200, body: pageOfRows(rows, change) });
const appsPath = 'GET /apix/accounts/apps/';
const stubSessions = (answers: Parameters<typeof stubApi>[0]) =>
  stubApi({ [appsPath]: list([]), ...answers });
const open = () =>
  renderScreen('/dashboard/sessions', [{ path: '/dashboard/sessions', element: Sessions }]);

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('sessions are listed with the current one marked, which has no button', async () => {
  stubSessions({ [sessionsPath]: list([current, other]), [activityPath]: list([]) });
  await open();
  await expectText('Chrome on macOS');
  await expectText('This device');
  await expect.element(button('Sign out Firefox on Linux')).toBeVisible();
  await expect.element(button('Sign out Chrome on macOS')).not.toBeInTheDocument();
});

test('one session can be signed out', async () => {
  const api = stubSessions({
    [sessionsPath]: list([current, other]),
    [activityPath]: list([]),
    'DELETE /apix/accounts/sessions/b/': { status: 204 },
  });
  await open();
  await expect.element(button('Sign out Firefox on Linux')).toBeVisible();
  api.answers[sessionsPath] = list([current]);
  await userEvent.click(button('Sign out Firefox on Linux'));
  await expectText('Signed out: Firefox on Linux');
  await expect.element(button('Sign out Firefox on Linux')).not.toBeInTheDocument();
});

test('all others are signed out after a confirmation, which shows a failure', async () => {
  const othersPath = 'DELETE /apix/accounts/sessions/';
  const api = stubSessions({
    [sessionsPath]: list([current, other]),
    [activityPath]: list([]),
    [othersPath]: { status: 500, body: { detail: 'A server error occurred.' } },
  });
  await open();
  await userEvent.click(button('Sign out everywhere else'));
  const dialog = page.getByRole('alertdialog');
  expect(api.callsTo(othersPath)).toEqual([]);
  const confirm = dialog.getByRole('button', { name: 'Sign out everywhere else' });
  await userEvent.click(confirm);
  await expect.element(dialog.getByText('A server error occurred.')).toBeVisible();
  api.answers[othersPath] = { status: 204 };
  api.answers[sessionsPath] = list([current]);
  await userEvent.click(confirm);
  await expectText('Signed out everywhere else');
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a list that failed to load can be retried separately', async () => {
  const api = stubSessions({
    [sessionsPath]: { status: 500 },
    [activityPath]: list([buildActivity()]),
  });
  await open();
  await expectText('Signed in');
  await expectText('An error occurred');
  api.answers[sessionsPath] = list([current]);
  await userEvent.click(button('Try again'));
  await expectText('This device');
});

test('without activity the list shows a placeholder', async () => {
  stubSessions({ [sessionsPath]: list([current]), [activityPath]: list([]) });
  await open();
  await expectText('No activity yet');
});

test('the activity is read page by page', async () => {
  const { callsTo } = stubSessions({
    [sessionsPath]: list([current]),
    [activityPath]: ({ path }) =>
      path.includes('page=2')
        ? list([buildActivity({ kind: 'registration' })], { count: 21, page: 2 })
        : list([buildActivity({ kind: 'login_new_device' })], { count: 21 }),
  });
  await open();
  await expectText('Signed in on a new device');
  await userEvent.click(button('Next'));
  await expectText('Account created');
  expect(callsTo(activityPath).map(({ path }) => path.split('?')[1])).toEqual(['page=1', 'page=2']);
});

test('a connected app says what it may do, and is disconnected after a confirmation', async () => {
  const api = stubSessions({
    [sessionsPath]: list([current]),
    [activityPath]: list([]),
    [appsPath]: list([buildApp({ id: 'x', name: 'Loom' })]),
    'DELETE /apix/accounts/apps/x/': { status: 204 },
  });
  await open();
  await expectText('Loom');
  await expectText('Reads only');
  await expectText('Read billing, Customs');
  await userEvent.click(button('Disconnect Loom'));
  api.answers[appsPath] = list([]);
  const dialog = page.getByRole('alertdialog');
  await userEvent.click(dialog.getByRole('button', { name: 'Disconnect' }));
  await expectText('Disconnected: Loom');
  await expectText('No connected apps');
  expect(api.callsTo('DELETE /apix/accounts/apps/x/')).toHaveLength(1);
});
