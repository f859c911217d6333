import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import type { StaffUserRecordWire } from '../../wire/users.ts';
import { RolesDialog } from './RolesDialog.tsx';

const path = 'PUT /apix/admin/users/7/roles/';
const onClose = vi.fn();
const user = {
  id: 7,
  email: 'ann@example.com',
  roles: ['sales'],
} as unknown as StaffUserRecordWire;
const role = (name: string) => page.getByRole('checkbox', { name });
const save = () => userEvent.click(page.getByRole('button', { name: 'Save roles' }));

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
  onClose.mockReset();
});
afterEach(resetBrowser);

test('exactly the checked roles are set; a refusal keeps them checked', async () => {
  const api = stubApi({
    [path]: { status: 400, body: { non_field_errors: ['Not for your own account.'] } },
  });
  const element = () => <RolesDialog user={user} onClose={onClose} />;
  await renderScreen('/admin/users/7', [{ path: '/admin/users/:id', element }]);
  await expect.element(role('Sales')).toBeChecked();
  await userEvent.click(role('Sales'));
  await userEvent.click(role('Finance'));
  await userEvent.click(role('Support'));
  await save();
  await expect.element(page.getByText('Not for your own account.')).toBeVisible();
  await expect.element(role('Finance')).toBeChecked();
  api.answers[path] = { status: 200, body: { ...user, roles: ['support', 'finance'] } };
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  for (const { body } of api.callsTo(path)) expect(body).toEqual({ roles: ['support', 'finance'] });
});

test('the last role can be taken away', async () => {
  const api = stubApi({ [path]: { status: 200, body: { ...user, roles: [] } } });
  const element = () => <RolesDialog user={user} onClose={onClose} />;
  await renderScreen('/admin/users/7', [{ path: '/admin/users/:id', element }]);
  await userEvent.click(role('Sales'));
  await save();
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
  expect(api.callsTo(path)[0]?.body).toEqual({ roles: [] });
});
