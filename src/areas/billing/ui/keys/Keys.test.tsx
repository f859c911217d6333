import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { dayMs } from '#lib/durations.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { buildKey, buildNewKey } from '#test/fixtures/billing-keys.ts';
import Keys from './Keys.tsx';

const listPath = 'GET /apix/billing/api-keys/';
const createPath = 'POST /apix/billing/api-keys/';
const keyPath = `/apix/billing/api-keys/${buildKey().id}/`;
const ok = (body: unknown, status = 200) => ({ status, body });
const open = (query = '') =>
  renderScreen(`/dashboard/keys${query}`, [{ path: '/dashboard/keys', element: Keys }]);
const shown = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const inTable = (words: string) =>
  expect.element(page.getByRole('table').getByText(words, { exact: true }).last()).toBeVisible();
const press = (name: string) =>
  userEvent.click(page.getByRole('button', { name, exact: true }).first());
const choose = async (action: string) => {
  await press('Actions for ci');
  await userEvent.click(page.getByRole('menuitem', { name: action }));
};

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('shows the status, preview, last use and requests of a key', async () => {
  stubApi({ [listPath]: ok(pageOfRows([buildKey({ days_until_expiry: 3, expires_at: at(3) })])) });
  await open();
  await shown('sk_live_AbC1...x9Zq');
  await shown('203.0.113.9');
  await shown('Expires soon');
  await shown('In 3 days');
  await expect
    .element(page.getByRole('img', { name: '84 requests in 30 days, 29 today' }))
    .toBeVisible();
});

test('keeps filters in the URL and clears them', async () => {
  const api = stubApi({ [listPath]: ok(pageOfRows([])) });
  const { router } = await open('?status=revoked&ordering=name&search=old');
  await shown('No key matches');
  expect(api.callsTo(listPath)[0]?.path).toMatch(/search=old&status=revoked&ordering=name/);
  await press('Clear filters');
  await shown('No keys yet');
  await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
  expect(router.state.location.search).toBe('?ordering=name');
});

test('keeps the order in the URL', async () => {
  stubApi({ [listPath]: ok(pageOfRows([buildKey()])) });
  const { router } = await open('?ordering=name');
  await press('Name');
  await expect.poll(() => router.state.location.search).toBe('?ordering=-name');
});

test('retries after a failed load', async () => {
  const api = stubApi({ [listPath]: { status: 400, body: { detail: 'Not now.' } } });
  await open();
  await shown('Not now.');
  api.answers[listPath] = ok(pageOfRows([buildKey()]));
  await press('Try again');
  await shown('sk_live_AbC1...x9Zq');
});

test('shows a new key once, with snippets, until it is confirmed as saved', async () => {
  const made = buildNewKey({ name: 'laptop' });
  const api = stubApi({ [listPath]: ok(pageOfRows([])), [createPath]: ok(made, 201) });
  await open();
  await press('Create key');
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));
  await expect.element(form.getByText('Give the key a name.')).toBeVisible();
  await userEvent.fill(form.getByRole('textbox', { name: 'Name' }), 'laptop');
  await userEvent.click(form.getByLabelText('Support'));
  await userEvent.selectOptions(form.getByLabelText('Expires'), '30 days');
  await userEvent.fill(form.getByLabelText('Allowed addresses'), '203.0.113.7\n198.51.100.0/24');
  await userEvent.click(form.getByRole('button', { name: 'Create key' }));

  const dialog = page.getByRole('dialog', { name: 'Key laptop is ready' });
  await expect.element(dialog.getByLabelText('Your new key')).toHaveTextContent(made.key);
  expect(api.callsTo(createPath)[0]?.body).toMatchObject({
    name: 'laptop',
    expires_in_days: 30,
    allowed_ips: ['203.0.113.7', '198.51.100.0/24'],
    scopes: ['billing:read', 'payments:read', 'profile:read', 'customs', 'proxy', 'speech'],
  });
  await userEvent.click(dialog.getByRole('tab', { name: 'Python' }));
  await expect.element(dialog.getByText(/^import urllib\.request/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog.getByText(/^Save the key first/)).toBeVisible();
  await userEvent.click(dialog.getByLabelText('I saved it'));
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(page.getByText(made.key)).not.toBeInTheDocument();
});

test('shows server errors at their field, and links to the plans at the key limit', async () => {
  const api = stubApi({ [listPath]: ok(pageOfRows([])) });
  await open();
  await press('Create key');
  await userEvent.fill(page.getByRole('textbox', { name: 'Name' }), 'ci');
  const submit = page.getByRole('dialog').getByRole('button', { name: 'Create key' });
  api.answers[createPath] = ok({ allowed_ips: ['"x" is not an address.'] }, 400);
  await userEvent.click(submit);
  await expect
    .element(page.getByLabelText('Allowed addresses'))
    .toHaveAccessibleDescription(/is not an address/);
  const full = {
    non_field_errors: ['No room.'],
    code: 'key_limit_reached',
    limit: 2,
  };
  api.answers[createPath] = ok(full, 400);
  await userEvent.click(submit);
  await shown('Your plan is full');
  await expect
    .element(page.getByRole('link', { name: 'Compare plans' }))
    .toHaveAttribute('href', '/dashboard/plan');
});

test('marks wrong entries at their fields and asks before they are lost', async () => {
  const api = stubApi({ [listPath]: ok(pageOfRows([])) });
  await open();
  await press('Create key');
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await userEvent.fill(form.getByRole('textbox', { name: 'Name' }), 'ci');
  const expires = form.getByLabelText('Expires');
  await userEvent.selectOptions(expires, 'On a date');
  const many = Array.from({ length: 21 }, (_, index) => `203.0.113.${index}`).join(' ');
  await userEvent.fill(form.getByLabelText('Allowed addresses'), many);
  const submit = form.getByRole('button', { name: 'Create key' });
  await userEvent.click(submit);
  const day = form.getByLabelText(/^Last day/);
  await expect.element(day).toHaveAccessibleDescription('Choose a day in the future.');
  await expect
    .element(form.getByLabelText('Allowed addresses'))
    .toHaveAccessibleDescription(/Enter at most 20 addresses\.$/);
  await userEvent.selectOptions(expires, '30 days');
  await expect.element(expires).not.toHaveAttribute('aria-invalid', 'true');
  expect(api.callsTo(createPath)).toEqual([]);

  await userEvent.click(form.getByRole('button', { name: 'Cancel' }));
  await press('Stay');
  await expect.element(form.getByRole('textbox', { name: 'Name' })).toHaveValue('ci');
  await userEvent.keyboard('{Escape}');
  await press('Leave without saving');
  await expect.element(form).not.toBeInTheDocument();
});

test('edits a key, sending the expiry only if it was changed', async () => {
  const api = stubApi({
    [listPath]: ok(pageOfRows([buildKey({ expires_at: at(90), days_until_expiry: 90 })])),
    [`PATCH ${keyPath}`]: ok(buildKey()),
  });
  await open();
  await choose('Edit');
  const dialog = page.getByRole('dialog', { name: 'Edit key ci' });
  await expect.element(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('ci');
  await userEvent.fill(dialog.getByLabelText('Allowed addresses'), '');
  await userEvent.click(dialog.getByRole('button', { name: 'Save key' }));
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.callsTo(`PATCH ${keyPath}`)[0]?.body).toEqual({
    name: 'ci',
    description: 'For builds',
    scopes: ['profile:read', 'customs'],
    allowed_ips: [],
  });
});

test('rotates with an overlap and shows the new key', async () => {
  const api = stubApi({
    [listPath]: ok(pageOfRows([buildKey()])),
    [`POST ${keyPath}rotate/`]: ok(buildNewKey(), 201),
  });
  await open();
  await choose('Rotate');
  await userEvent.selectOptions(page.getByLabelText('Keep the old key for'), '7 days');
  await press('Rotate key');
  await expect.element(page.getByRole('dialog', { name: 'Key ci is ready' })).toBeVisible();
  expect(api.callsTo(`POST ${keyPath}rotate/`)[0]?.body).toEqual({ overlap_seconds: 604_800 });
});

test('requires the typed name to revoke', async () => {
  const api = stubApi({
    [listPath]: ok(pageOfRows([buildKey()])),
    [`POST ${keyPath}revoke/`]: ok(buildKey({ status: 'revoked' })),
  });
  await open();
  await choose('Revoke');
  const dialog = page.getByRole('dialog', { name: 'Revoke key ci?' });
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Type ci to confirm' }), 'c');
  await userEvent.click(dialog.getByRole('button', { name: 'Revoke key' }));
  await expect.element(dialog.getByText('Type the name exactly: ci')).toBeVisible();
  expect(api.callsTo(`POST ${keyPath}revoke/`)).toEqual([]);
  await userEvent.fill(dialog.getByRole('textbox', { name: 'Type ci to confirm' }), 'ci');
  await userEvent.fill(dialog.getByLabelText('Reason'), 'leaked');
  await userEvent.keyboard('{Enter}');
  await shown('Key ci revoked');
  expect(api.callsTo(`POST ${keyPath}revoke/`)[0]?.body).toEqual({ reason: 'leaked' });
});

test.each([
  ['rotate', 'Rotate', 'Rotate key ci'],
  ['revoke', 'Revoke', 'Revoke key ci?'],
])('a refusal to %s a key keeps the dialog open', async (path, action, title) => {
  stubApi({
    [listPath]: ok(pageOfRows([buildKey()])),
    [`POST ${keyPath}${path}/`]: ok({ non_field_errors: ['Not now.'] }, 400),
  });
  await open();
  await choose(action);
  const dialog = page.getByRole('dialog', { name: title });
  const typed = dialog.getByRole('textbox', { name: 'Type ci to confirm' });
  if (action === 'Revoke') await userEvent.fill(typed, 'ci');
  await userEvent.click(dialog.getByRole('button', { name: `${action} key` }));
  await expect.element(dialog.getByText('Not now.')).toBeVisible();
  if (action === 'Revoke') await expect.element(typed).toHaveValue('ci');
});

test('deactivates and activates a key from its menu', async () => {
  const api = stubApi({
    [listPath]: ok(pageOfRows([buildKey()])),
    [`POST ${keyPath}deactivate/`]: ok(buildKey({ status: 'inactive' })),
    [`POST ${keyPath}activate/`]: { status: 400, body: { non_field_errors: ['It can’t.'] } },
  });
  await open();
  await inTable('Active');
  api.answers[listPath] = ok(pageOfRows([buildKey({ status: 'inactive', is_valid: false })]));
  await choose('Deactivate');
  await inTable('Inactive');
  await choose('Activate');
  await shown('It can’t.');
});

test('opens a row by keyboard; a revoked key can only be removed', async () => {
  const revoked = buildKey({ status: 'revoked', status_reason: 'leaked', is_valid: false });
  const api = stubApi({
    [listPath]: ok(pageOfRows([revoked])),
    [`DELETE ${keyPath}`]: { status: 204 },
  });
  await open();
  await inTable('Revoked');
  (page.getByRole('row').nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const dialog = page.getByRole('dialog', { name: 'ci' });
  await expect.element(dialog.getByText('leaked')).toBeVisible();
  await expect.element(dialog.getByText('Read profile, Customs')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Rotate' })).not.toBeInTheDocument();
  await userEvent.click(dialog.getByText('Show as a table'));
  await expect.element(dialog.getByRole('cell', { name: '29', exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  api.answers[listPath] = ok(pageOfRows([]));
  await choose('Remove from the list');
  await shown('No keys yet');
  expect(api.callsTo(`DELETE ${keyPath}`)).toHaveLength(1);
});

test('a replaced key can only be deactivated or revoked', async () => {
  const replaced = buildKey({ replaced_by: buildNewKey().lineage_id });
  stubApi({ [listPath]: ok(pageOfRows([replaced])) });
  await open();
  await shown('Replaced');
  await press('Actions for ci');
  const items = page.getByRole('menuitem').elements();
  expect(items.map((item) => item.textContent)).toEqual(['Deactivate', 'Ask support', 'Revoke']);
});

function at(days: number): string {
  return new Date(Date.now() + days * dayMs).toISOString();
}
