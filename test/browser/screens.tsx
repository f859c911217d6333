// Renders screens in a browser with a stubbed API.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { session } from '#client/session.ts';
import { LeaveBlocker } from '#client/use-leave-guard.ts';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { toast, toastStore } from '#ui/toast.ts';

export type ApiCall = { method: string; path: string; body: unknown; headers: Headers };
/** A status with a JSON body or raw text, or an error for a failed connection. */
export type ApiResponse = { status: number; body?: unknown; text?: string } | Error;
type StubbedResponses = Record<
  string,
  ApiResponse | ((call: ApiCall) => ApiResponse | Promise<ApiResponse>)
>;

const readText = ({ body, text }: Exclude<ApiResponse, Error>) =>
  text ?? (body === undefined ? null : JSON.stringify(body));

/**
 * Stubs responses by `METHOD /apix/path/` (without query) and records calls. The responses can be
 * changed while the screen is open; unknown calls fail like a lost connection.
 */
export function stubApi(answers: StubbedResponses) {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, location.origin);
    const method = init.method ?? 'GET';
    // A lost call of an earlier test may still look for the server.
    if (pathname === '/healthz' && !(`${method} ${pathname}` in answers)) return new Response();
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = { method, path: pathname + search, body, headers: new Headers(init.headers) };
    calls.push(call);
    const response = answers[`${method} ${pathname}`] ?? new TypeError('Failed to fetch');
    const answer = typeof response === 'function' ? await response(call) : response;
    if (answer instanceof Error) throw answer;
    return new Response(readText(answer), { status: answer.status });
  });
  const callsTo = (name: string) =>
    calls.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === name);
  return { answers, calls, callsTo };
}

type Screen = {
  path: string;
  element: ComponentType;
  /** The outlet context of the screen's layout, if it has one. */
  context?: unknown;
  /** A layout, which brings its own blocker of leaving. */
  isLayout?: boolean;
};

const toRoute = ({ path, element: Component, context }: Screen) =>
  context === undefined
    ? { path, Component }
    : { path, element: <Outlet context={context} />, children: [{ index: true, Component }] };

const Layout = () => (
  <>
    <LeaveBlocker />
    <Outlet />
  </>
);

/** Renders the screens at an address; other addresses show a placeholder. */
export async function renderScreen(address: string, screens: readonly Screen[]) {
  const layouts = screens.filter(({ isLayout }) => isLayout).map(toRoute);
  const children = screens.filter(({ isLayout }) => !isLayout).map(toRoute);
  const elsewhere = { path: '*', element: <p>Elsewhere</p> };
  const router = createMemoryRouter([...layouts, { Component: Layout, children }, elsewhere], {
    initialEntries: [address],
  });
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always' },
      mutations: { networkMode: 'always' },
    },
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <ToastProvider>
        <RouterProvider router={router} />
      </ToastProvider>
    </QueryClientProvider>,
  );
  return { ...screen, router, queryClient };
}

/** Resets the browser's state between tests. */
export function resetBrowser() {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  session.clear('signed_out');
  // Toasts outlive their screen and would appear in the next test.
  for (const { id } of toastStore.read()) toast.dismiss(id);
}

export const signInAs = (email: string) => {
  session.signIn({ access: 'access', refresh: 'refresh', email });
};
