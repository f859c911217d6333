import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import ConsoleLayout from './ConsoleLayout.tsx';

function Unsaved() {
  const guard = useLeaveGuard(true);
  return (
    <>
      <h1>A form</h1>
      <LeaveDialog guard={guard}>It would be lost.</LeaveDialog>
    </>
  );
}

beforeEach(() => {
  resetBrowser();
  signInAs('sam@example.com');
});
afterEach(resetBrowser);

test('a screen with unsaved input is not left without asking', async () => {
  const body = { ...buildUser(), is_staff: true, roles: ['support'] };
  stubApi({ 'GET /apix/accounts/profile/': { status: 200, body } });
  const children = [{ index: true, Component: Unsaved }];
  const router = createMemoryRouter(
    [
      { path: '/admin', Component: ConsoleLayout, children },
      { path: '*', element: <p>Elsewhere</p> },
    ],
    { initialEntries: ['/admin'] },
  );
  await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole('heading', { name: 'A form' })).toBeVisible();
  void router.navigate('/dashboard/keys');
  await expect.element(page.getByText('It would be lost.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/admin');
});
