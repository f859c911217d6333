import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { closeAuthDialog, requireAuth } from '#client/auth-events.ts';
import { renderScreen, resetBrowser } from '#test/browser/screens.tsx';
import { AuthRequiredDialog } from './AuthRequiredDialog.tsx';

const open = () =>
  renderScreen('/pricing?plan=pro', [{ path: '/pricing', element: AuthRequiredDialog }]);
const dialog = () => page.getByRole('dialog', { name: 'Authentication Required' });

beforeEach(resetBrowser);
afterEach(resetBrowser);

test('the dialog opens and closes on events, with a custom or the default message', async () => {
  await open();
  requireAuth('Sign in to save this calculation');
  await expect.element(dialog()).toBeVisible();
  await expect.element(page.getByText('Sign in to save this calculation')).toBeVisible();
  closeAuthDialog();
  await expect.element(dialog()).not.toBeInTheDocument();
  window.dispatchEvent(new CustomEvent('auth:required'));
  await expect.element(page.getByText('Please sign in to continue')).toBeVisible();
});

test('"Go to Sign In" saves the address, opens the sign-in and closes the dialog', async () => {
  const { router } = await open();
  requireAuth();
  await userEvent.click(page.getByRole('button', { name: 'Go to Sign In' }));
  expect(router.state.location.pathname).toBe('/auth');
  expect(sessionStorage.getItem('auth_redirect_url')).toBe('/pricing?plan=pro');
  await expect.element(dialog()).not.toBeInTheDocument();
});
