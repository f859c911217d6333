// Screens in a browser, with the API played by the test.
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { session } from '#client/session.ts';
import { ToastProvider } from '#ui/ToastProvider.tsx';
import { toast, toastStore } from '#ui/toast.ts';

export type ApiCall = { method: string; path: string; body: unknown; headers: Headers };
/** A status with a body, text as it is, or an error for no answer at all. */
export type ApiAnswer = { status: number; body?: unknown; text?: string } | Error;
type Answers = Record<string, ApiAnswer | ((call: ApiCall) => ApiAnswer | Promise<ApiAnswer>)>;

const textOf = ({ body, text }: Exclude<ApiAnswer, Error>) =>
  text ?? (body === undefined ? null : JSON.stringify(body));

/**
 * Answers calls by `METHOD /apix/path/` (without query) and keeps them. The answers can be changed
 * while the screen stands; an unknown call fails as one without connection.
 */
export function stubApi(answers: Answers) {
  const calls: ApiCall[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    const { pathname, search } = new URL(url, location.origin);
    const method = init.method ?? 'GET';
    const body = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = { method, path: pathname + search, body, headers: new Headers(init.headers) };
    calls.push(call);
    const given = answers[`${method} ${pathname}`] ?? new TypeError('Failed to fetch');
    const answer = typeof given === 'function' ? await given(call) : given;
    if (answer instanceof Error) throw answer;
    return new Response(textOf(answer), { status: answer.status });
  });
  const callsTo = (name: string) =>
    calls.filter(({ method, path }) => `${method} ${path.split('?')[0]}` === name);
  return { answers, calls, callsTo };
}

type Screen = {
  path: string;
  element: ComponentType;
  /** What the screen's frame hands down, where it stands in one. */
  context?: unknown;
};

const routeOf = ({ path, element: Component, context }: Screen) =>
  context === undefined
    ? { path, Component }
    : { path, element: <Outlet context={context} />, children: [{ index: true, Component }] };

/** Opens an address among the screens; any other address shows its own path. */
export async function openScreen(address: string, screens: readonly Screen[]) {
  const router = createMemoryRouter(
    [...screens.map(routeOf), { path: '*', element: <p>Elsewhere</p> }],
    { initialEntries: [address] },
  );
  const queryClient = new QueryClient({
    defaultOptions: { queries: { retry: false, networkMode: 'always' } },
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

/** A browser that nobody used before. */
export function resetBrowser() {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
  session.clear('signed_out');
  // A toast outlives the screen that showed it, and would answer for the next test's.
  for (const { id } of toastStore.read()) toast.dismiss(id);
}

export const signInAs = (email: string) => {
  session.signIn({ access: 'access', refresh: 'refresh', email });
};
