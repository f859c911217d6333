import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildConnection, buildRegisteredApp, pageOfRows } from '#test/fixtures/accounts.ts';
import AppScreen from './AppScreen.tsx';
import Apps from './Apps.tsx';

const list = '/apix/admin/apps/';
const app = buildRegisteredApp();
const disabled = buildRegisteredApp({
  disabled_at: '2026-11-24T09:00:00.000Z',
  disabled_reason: 'It pretends to be a bank.',
});
const connections = {
  [`GET ${list}${app.id}/connections/`]: { status: 200, body: pageOfRows([buildConnection()]) },
};
const open = (path: string) =>
  renderScreen(path, [
    { path: '/admin/apps', element: Apps, context: { roles: ['support'] } },
    { path: '/admin/apps/:id', element: AppScreen, context: { roles: ['support'] } },
  ]);

beforeEach(async () => {
  await page.viewport(1280, 800);
  resetBrowser();
  signInAs('staff@example.com');
});

test('an app is found, disabled with a reason, and enabled again', async () => {
  const api = stubApi({
    [`GET ${list}`]: { status: 200, body: pageOfRows([app]) },
    [`GET ${list}${app.id}/`]: { status: 200, body: app },
    ...connections,
  });
  await open('/admin/apps?search=loom');
  await userEvent.click(page.getByRole('link', { name: 'Loom' }));
  expect(api.callsTo(`GET ${list}`)[0]?.path).toContain('search=loom');
  await expect.element(page.getByRole('link', { name: 'grace@example.com' })).toBeVisible();
  await expect.element(page.getByText('May change')).toBeVisible();
  await expect.element(page.getByText(app.redirect_uris[0]!)).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Disable', exact: true }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), disabled.disabled_reason);
  const off = stubApi({
    [`POST ${list}${app.id}/disable/`]: { status: 200, body: disabled },
    [`GET ${list}${app.id}/`]: { status: 200, body: disabled },
    ...connections,
  });
  await userEvent.click(page.getByRole('button', { name: 'Disable app' }));
  await expect.element(page.getByText(disabled.disabled_reason)).toBeVisible();
  expect(off.callsTo(`POST ${list}${app.id}/disable/`)).toMatchObject([
    { body: { reason: disabled.disabled_reason } },
  ]);
  await userEvent.click(page.getByRole('button', { name: 'Enable again' }));
  await userEvent.fill(page.getByRole('textbox', { name: 'Reason' }), 'It was a mistake.');
  stubApi({
    [`POST ${list}${app.id}/enable/`]: { status: 200, body: app },
    [`GET ${list}${app.id}/`]: { status: 200, body: app },
    ...connections,
  });
  await userEvent.click(page.getByRole('button', { name: 'Enable app' }));
  await expect.element(page.getByRole('button', { name: 'Disable', exact: true })).toBeVisible();
});

test('a list without apps says when one appears', async () => {
  stubApi({ [`GET ${list}`]: { status: 200, body: pageOfRows([]) } });
  await open('/admin/apps');
  await expect.element(page.getByText('No apps yet')).toBeVisible();
});
