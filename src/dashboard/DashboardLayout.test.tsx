import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { session } from '#client/session.ts';
import { useLeaveGuard } from '#client/use-leave-guard.ts';
import { resetBrowser, signInAs, stubApi } from '#test/browser/screens.tsx';
import { buildUser } from '#test/fixtures/accounts.ts';
import { LeaveDialog } from '#ui/dialogs/LeaveDialog.tsx';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import DashboardLayout, { ErrorBoundary } from './DashboardLayout.tsx';

// Needs the router of a built page.
vi.mock('#site/navigation/PrefetchNearby.tsx', () => ({ PrefetchNearby: () => null }));

const readPath = 'GET /apix/accounts/profile/';

function Broken(): never {
  throw new Error('A fault of the screen');
}

function Unsaved() {
  const guard = useLeaveGuard(true);
  return (
    <>
      <h1>A form</h1>
      <LeaveDialog guard={guard}>It would be lost.</LeaveDialog>
    </>
  );
}

async function open(address: string) {
  const children = [
    { path: 'plain', element: <h1>A screen</h1> },
    {
      path: 'unloaded',
      lazy: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
    },
    { path: 'broken', Component: Broken },
    { path: 'unsaved', Component: Unsaved },
  ];
  const layout = { path: '/dashboard', Component: DashboardLayout, ErrorBoundary, children };
  const router = createMemoryRouter([layout, { path: '*', element: <p>Elsewhere</p> }], {
    initialEntries: ['/dashboard/plain'],
  });
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  await render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  await router.navigate(address);
  return router;
}

const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const menuLink = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');

/** Header, menu and main content are shown, with the heading in the main content. */
async function isFramed(title: string) {
  await expect.element(page.getByRole('main').getByRole('heading', { name: title })).toBeVisible();
  await expect.element(page.getByRole('banner')).toBeVisible();
  await expect.element(menuLink.first()).toBeInTheDocument();
}

beforeEach(() => {
  resetBrowser();
  signInAs('ada@example.com');
  stubApi({ [readPath]: { status: 200, body: buildUser() } });
});
afterEach(resetBrowser);

test('the frame is shown while the account loads', async () => {
  const answer = Promise.withResolvers<{ status: number; body: unknown }>();
  stubApi({ [readPath]: () => answer.promise });
  await open('/dashboard/plain');
  await expect.element(page.getByRole('main').getByText('Loading your account')).toBeVisible();
  answer.resolve({ status: 200, body: buildUser() });
  await isFramed('A screen');
});

test('a failure to load the account is shown inside the frame', async () => {
  const api = stubApi({ [readPath]: { status: 500 } });
  await open('/dashboard/plain');
  await isFramed('Failed to load profile data');
  api.answers[readPath] = { status: 200, body: buildUser() };
  await userEvent.click(page.getByRole('button', { name: 'Try again' }));
  await isFramed('A screen');
});

test('the end of the session is shown inside the frame', async () => {
  await open('/dashboard/plain');
  await isFramed('A screen');
  session.clear();
  await isFramed('Not Authenticated');
  await expect.element(page.getByRole('link', { name: 'Go to Sign In' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Your account' })).not.toBeInTheDocument();
});

test('a screen whose code does not load offers a reload inside the frame', async () => {
  await open('/dashboard/unloaded');
  await isFramed('This page did not load');
  await expect.element(page.getByRole('button', { name: 'Reload' })).toBeVisible();
});

test('a screen that throws shows an error inside the frame', async () => {
  // React reports what its boundaries catch.
  const error = vi.spyOn(console, 'error').mockReturnValue();
  await open('/dashboard/broken');
  await isFramed('Something went wrong on this page');
  await expect.element(heading('A screen')).not.toBeInTheDocument();
  error.mockRestore();
});

test('a screen with unsaved input is not left without asking', async () => {
  const router = await open('/dashboard/unsaved');
  await isFramed('A form');
  void router.navigate('/dashboard/plain');
  await expect.element(page.getByText('It would be lost.')).toBeVisible();
  expect(router.state.location.pathname).toBe('/dashboard/unsaved');
});
