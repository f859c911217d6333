// The rate limit that the owner of a resource sets for it, per process.
import type { Proxies } from '../proxies.ts';
import type { ResourceRow } from './resource-store.ts';

/** Counts the request and returns 0, or the seconds until the next one is allowed. */
export async function throttleResource(
  { kernel }: Pick<Proxies, 'kernel'>,
  { id, requests_per_minute }: Pick<ResourceRow, 'id' | 'requests_per_minute'>,
): Promise<number> {
  if (requests_per_minute === null) return 0;
  const limit = {
    name: 'proxy resource',
    points: requests_per_minute,
    windowSeconds: 60,
    scope: 'process',
  } as const;
  const { isAllowed, resetSeconds } = await kernel.limits.consume(limit, id);
  return isAllowed ? 0 : resetSeconds;
}
