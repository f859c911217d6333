import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { pageOfRows } from '#test/fixtures/accounts.ts';
import { createSubUser } from '#test/fixtures/proxy.ts';
import { SubUsersPanel } from './SubUsersPanel.tsx';

const path = '/apix/data_proxy/resources/shop/sub-users/';
const office = createSubUser();
const officePath = `${path}${office.id}/`;
const password = `sub_${'a'.repeat(32)}`;
const ok = (body: unknown, status = 200) => ({ status, body });
const expectText = (words: string | RegExp) =>
  expect.element(page.getByText(words).first()).toBeVisible();
const press = (name: string | RegExp) =>
  userEvent.click(page.getByRole('button', { name }).first());
const pick = async (item: string) => {
  await press('Actions for office');
  await userEvent.click(page.getByRole('menuitem', { name: item }));
};
const fill = (name: string, words: string) =>
  userEvent.fill(page.getByRole('textbox', { name }), words);
const Panel = () => <SubUsersPanel name="shop" />;
const open = () => renderScreen('/', [{ path: '/', element: Panel }]);
const dialog = (name: string) => page.getByRole('dialog', { name });
const noDialog = () => expect.element(page.getByRole('dialog')).not.toBeInTheDocument();

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
});
afterEach(resetBrowser);

test('sub-users show what they used; the empty state and errors', async () => {
  const more = { name: 'home', is_active: false, is_over_limit: true, requests_limit: 300 };
  const addresses = { addresses: ['203.0.113.7'], networks_confirmed: 1 };
  const rows = [office, createSubUser({ id: 'other', ...more, ...addresses })];
  const api = stubApi({ [`GET ${path}`]: ok({ detail: 'Not now.' }, 400) });
  const screen = await open();
  await expectText('Not now.');
  api.answers[`GET ${path}`] = ok(pageOfRows(rows));
  await press('Try again');
  await expectText('12 MB');
  await expectText('of 50 GB');
  await expectText('340');
  await expectText('of 300');
  await expectText('Off');
  await expectText('Over limit');
  await expectText(/^Until .*Dec.* 2026, UTC$/);
  await expectText('1 address confirmed');
  api.answers[`GET ${path}`] = ok(pageOfRows([]));
  await screen.queryClient.refetchQueries();
  await expectText('No sub-users yet');
});

test('a sub-user is created, and its password stays until it is saved', async () => {
  const api = stubApi({ [`GET ${path}`]: ok(pageOfRows([])) });
  await open();
  await press('Create sub-user');
  const form = dialog('Create a sub-user of shop');
  const submit = form.getByRole('button', { name: 'Create sub-user' });
  await fill('Name', 'Office');
  await fill('Traffic per month, GB', 'much');
  await userEvent.click(submit);
  await expectText(/^Use 1 to 63 of/);
  await expectText(/^Enter gigabytes/);
  await fill('Name', 'office');
  await fill('Traffic per month, GB', '0.5');
  await fill('Cost per month, US dollars', '50');
  await userEvent.click(submit);
  await expectText(/^Enter your price of a gigabyte/);
  await fill('Price per GB, US dollars', '2.5');
  await fill('Addresses without password', '203.0.113.7, 203.0.113.64/26');
  api.answers[`POST ${path}`] = ok({ addresses: ['Taken.'] }, 400);
  await userEvent.click(submit);
  await expectText('Taken.');
  await fill('Addresses without password', '203.0.113.7');
  api.answers[`POST ${path}`] = ok({ ...office, password }, 201);
  await userEvent.click(submit);
  await expectText(password);
  expect(api.callsTo(`POST ${path}`).at(-1)?.body).toEqual({
    name: 'office',
    traffic_limit_bytes: 500_000_000,
    requests_limit: null,
    price_per_gb: '2.5',
    spend_limit: '50',
    addresses: ['203.0.113.7'],
    is_active: true,
  });
  await expectText('shop.user-office');
  await press('Done');
  await expectText(/^Save the password first/);
  await userEvent.click(page.getByRole('checkbox', { name: 'I saved it' }));
  await press('Done');
  await noDialog();
});

test('a sub-user is edited, switched off, rotated and deleted', async () => {
  const api = stubApi({
    [`GET ${path}`]: ok(pageOfRows([office])),
    [`PATCH ${officePath}`]: ok(office),
    [`POST ${officePath}rotate/`]: ok({ ...office, password }),
    [`DELETE ${officePath}`]: { status: 204 },
  });
  await open();
  await pick('Edit');
  await expect.element(page.getByRole('textbox', { name: /^Traffic/ })).toHaveValue('50');
  await fill('Requests per month', '1000');
  await press('Save sub-user');
  await noDialog();
  await pick('Switch off');
  await expectText('office is switched off');
  expect(api.callsTo(`PATCH ${officePath}`).map(({ body }) => body)).toEqual([
    {
      name: 'office',
      traffic_limit_bytes: 50_000_000_000,
      requests_limit: 1000,
      price_per_gb: null,
      spend_limit: null,
      addresses: [],
      is_active: true,
    },
    { is_active: false },
  ]);
  await pick('New password');
  await press('Create password');
  await expectText(password);
  await userEvent.click(page.getByRole('checkbox', { name: 'I saved it' }));
  await press('Done');
  await noDialog();
  await pick('Delete');
  await press('Delete sub-user');
  await expect.poll(() => api.callsTo(`DELETE ${officePath}`).length).toBe(1);
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
});
