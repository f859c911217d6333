import { type Query, QueryClient } from '@tanstack/react-query';
import { CallError } from '#lib/call-error.ts';
import type { Session } from './session.ts';

const retriesMax = 2;
const staleMs = 30_000;

/** Retries lost calls and server errors; any other error would come again. */
export const shouldRetry = (failuresCount: number, error: unknown) =>
  failuresCount < retriesMax &&
  error instanceof CallError &&
  (error.status === 0 || error.status >= 500);

/**
 * Invalidates also what is being fetched for the first time. For such a query the library returns
 * the fetch that is on its way, whose response may be older than the change.
 */
class CurrentQueryClient extends QueryClient {
  readonly #waiting = new WeakSet<Query>();

  override invalidateQueries: QueryClient['invalidateQueries'] = async (filters, options) => {
    const first = this.getQueryCache()
      .findAll(filters)
      .filter((query) => isFirstFetch(query) && !this.#waiting.has(query));
    const again = first.map(async (query) => {
      this.#waiting.add(query);
      await query.promise?.catch(() => undefined);
      this.#waiting.delete(query);
      await super.invalidateQueries({ queryKey: query.queryKey, exact: true }, options);
    });
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  };
}

const isFirstFetch = ({ state: { data, fetchStatus } }: Query): boolean =>
  data === undefined && fetchStatus === 'fetching';

export function createQueryClient(): QueryClient {
  return new CurrentQueryClient({
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
