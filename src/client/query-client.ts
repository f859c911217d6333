import { QueryClient } from '@tanstack/react-query';
import { CallError } from './errors.ts';
import type { Session } from './session.ts';

const retriesMax = 2;
const staleMs = 30_000;

/** A refused call is refused again; a lost one is worth two more tries. */
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
        // Offline calls fail and say so, instead of waiting without a word.
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Forgets what one person saw before the next one looks. Returns what ends this. */
export function forgetOnSignOut(queryClient: QueryClient, session: Session): () => void {
  let { email } = session.read();
  return session.subscribe(() => {
    const next = session.read();
    if (next.status !== 'signed_in') queryClient.clear();
    else if (email !== null && next.email !== email) void queryClient.resetQueries();
    email = next.email;
  });
}
