import { QueryClient } from '@tanstack/react-query';
import { CallError } from '#lib/call-error.ts';
import type { Session } from './session.ts';

const retriesMax = 2;
const staleMs = 30_000;

/** Retries lost calls and server errors; any other error would come again. */
export const shouldRetry = (failuresCount: number, error: unknown) =>
  failuresCount < retriesMax &&
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500);

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay: (failuresCount) => 500 * 2 ** failuresCount,
        staleTime: staleMs,
        // Offline calls fail visibly instead of waiting.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Clears cached data when the account changes. Returns the function that stops it. */
export function clearOnSignOut(queryClient: QueryClient, session: Session): () => void {
  let { email } = session.read();
  return session.subscribe(() => {
    const next = session.read();
    if (next.status !== 'signed_in') queryClient.clear();
    else if (email !== null && next.email !== email) void queryClient.resetQueries();
    email = next.email;
  });
}
