import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { renderScreen, resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { KeyActions } from './KeyActions.tsx';

const url = 'POST /apix/billing/api-keys/k1/revoke/';
const key = { id: 'k1', name: 'Deploy', key_preview: 'sk_live_AbC1...x9Zq' };
let changes = 0;
const onDone = async () => {
  changes += 1;
};

const openFor = (status: string) =>
  renderScreen('/admin/users/7', [
    {
      path: '/admin/users/:id',
      element: () => <KeyActions apiKey={{ ...key, status }} onDone={onDone} />,
    },
  ]);

beforeEach(() => {
  resetBrowser();
  signInAs('boss@example.com');
  changes = 0;
});

test('revokes a key after its name is typed, with a reason', async () => {
  const api = stubApi({ [url]: { status: 200, body: {} } });
  await openFor('active');
  await page.getByRole('button', { name: 'Revoke Deploy' }).click();
  await page.getByRole('textbox', { name: /^Reason/ }).fill('Leaked');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect.element(page.getByText('Type it exactly: Deploy')).toBeVisible();
  expect(api.callsTo(url)).toHaveLength(0);
  await page.getByRole('textbox', { name: /^Type Deploy/ }).fill('Deploy');
  await page.getByRole('button', { name: 'Revoke key' }).click();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(api.callsTo(url)[0]?.body).toEqual({ reason: 'Leaked' });
  expect(changes).toBe(1);
});

test('shows no action for a revoked key', async () => {
  await openFor('revoked');
  await expect.element(page.getByRole('button')).not.toBeInTheDocument();
});
