import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Role } from '#lib/staff-permissions.ts';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import UserScreen from './UserScreen.tsx';

const at = '2026-11-20T12:00:00.000Z';
const ann: StaffUserRecordWire = {
  id: 7,
  email: 'ann@example.com',
  full_name: 'Ann Weber',
  first_name: 'Ann',
  last_name: 'Weber',
  company: 'Loom',
  position: '',
  phone: '',
  status: 'active',
  roles: [],
  date_joined: at,
  last_login: null,
  suspended_reason: '',
  undeliverable: null,
  subscription: null,
  balances: null,
  payments: [],
  withdrawals: [],
  keys: [],
  sessions: [
    { id: 's1', browser: 'Firefox', system: 'Linux', ip: null, created_at: at, last_used_at: at },
  ],
  activity: [],
};
const url = '/apix/admin/users/7/';

const openAs = (roles: readonly Role[]) =>
  renderScreen('/admin/users/7', [
    { path: '/admin/users/:id', element: UserScreen, context: { id: 1, roles } },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
});

test('a role sees only its permitted actions', async () => {
  stubApi({ [`GET ${url}`]: { status: 200, body: ann } });
  await openAs(['sales']);
  await expect.element(page.getByRole('heading', { name: 'ann@example.com' })).toBeVisible();
  await expect
    .element(page.getByRole('button', { name: 'View as this user' }))
    .not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'Actions' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^End/ })).not.toBeInTheDocument();
});

test('only an admin can change an account of staff', async () => {
  stubApi({ [`GET ${url}`]: { status: 200, body: { ...ann, roles: ['sales'] } } });
  await openAs(['support']);
  await expect.element(page.getByText('Firefox, Linux')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Actions' })).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: /^End/ })).not.toBeInTheDocument();
  await openAs(['admin']);
  await expect.element(page.getByRole('button', { name: 'Actions' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^End/ })).toBeVisible();
});

test('a block that could not be read does not affect the others', async () => {
  stubApi({ [`GET ${url}`]: { status: 200, body: ann } });
  await openAs(['admin']);
  await expect.element(page.getByText('This could not be read.', { exact: false })).toBeVisible();
  await expect.element(page.getByText('Firefox, Linux')).toBeVisible();
});

test('mails to the user that bounce are announced, with the words of the last one', async () => {
  const undeliverable = {
    since: '2020-01-01T12:00:00.000Z',
    last_at: at,
    status: '5.1.1',
    words: '550 5.1.1 <ann@example.com>: Recipient address rejected: User unknown',
  };
  stubApi({ [`GET ${url}`]: { status: 200, body: { ...ann, undeliverable } } });
  await openAs(['support']);
  const banner = page.getByRole('status').filter({ hasText: 'Mails to this address bounce' });
  await expect
    .element(banner)
    .toMatchTextContent(/Since \d+ years ago.*Sign-in codes are still sent/);
  await expect.element(banner).toMatchTextContent('Recipient address rejected: User unknown');
});

test('a suspension asks for a reason and sends it', async () => {
  const api = stubApi({
    [`GET ${url}`]: { status: 200, body: ann },
    [`POST ${url}suspend/`]: { status: 200, body: { ...ann, status: 'suspended' } },
  });
  await openAs(['support']);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Suspend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByText('Say why.')).toBeVisible();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Chargebacks');
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsTo(`POST ${url}suspend/`)[0]?.body).toEqual({ reason: 'Chargebacks' });
});

test('the report lists what was erased and what is kept', async () => {
  stubApi({
    [`GET ${url}`]: { status: 200, body: ann },
    [`POST ${url}erase/`]: {
      status: 200,
      body: { erased: ['The name'], kept: [{ what: 'Payments', why: 'The law.' }] },
    },
  });
  await openAs(['admin']);
  await page.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitem', { name: 'Erase' }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Asked by letter');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect.element(page.getByText('Type it exactly: ann@example.com')).toBeVisible();
  await page.getByRole('textbox', { name: /^Type ann/ }).fill('ann@example.com');
  await page.getByRole('dialog').getByRole('button', { name: 'Erase' }).click();
  await expect.element(page.getByText('The account is erased')).toBeVisible();
  await expect.element(page.getByText('The law.')).toBeVisible();
});

test('an unknown id shows a message', async () => {
  stubApi({ [`GET ${url}`]: { status: 404, body: { detail: 'Not found.' } } });
  await openAs(['admin']);
  await expect.element(page.getByText('There is no user at this address')).toBeVisible();
});
