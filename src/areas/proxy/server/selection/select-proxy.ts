// Selects the proxy for an attempt, and records how the attempt went.
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import type { ProxyServer } from '../forwarding/tunnel.ts';
import { blockForResource } from '../health/transition-health.ts';
import type { Proxies } from '../proxies.ts';
import type { AttemptResult } from '../usage/record-usage.ts';
import type { Candidate, ResourcePool } from './resource-pool.ts';
import { isEligible, type SelectionCriteria, selectCandidate } from './select-candidate.ts';

export type SelectionRequest = {
  session?: string | undefined;
  country?: string | undefined;
  triedIds?: ReadonlySet<string>;
  keyId?: string | undefined;
};

export const attemptsMax = 3;

/** The proxy to use next; not counted as a use. */
export function selectProxy(
  { kernel, sessions }: Proxies,
  pool: ResourcePool,
  request: SelectionRequest,
): Candidate | null {
  const { strategy, sticky_ttl_seconds } = pool.resource;
  // Without a session id, the API key identifies a sticky caller.
  const session =
    request.session ?? (strategy === 'sticky' ? (request.keyId ?? 'session') : undefined);
  const criteria: SelectionCriteria = {
    strategy,
    now: kernel.clock.now().getTime(),
    ttlMs: sticky_ttl_seconds * 1000,
    country: request.country,
    triedIds: request.triedIds,
  };
  return session === undefined
    ? selectCandidate(pool.candidates, criteria, pool.cursor)
    : sessions.select(pool, { ...criteria, session });
}

/** Counted immediately, so that concurrent requests get different least used proxies. */
export function takeProxy(
  proxies: Proxies,
  pool: ResourcePool,
  request: SelectionRequest,
): Candidate | null {
  const candidate = selectProxy(proxies, pool, request);
  if (candidate) candidate.useCount++;
  return candidate;
}

export const hasAvailableProxy = (
  { kernel }: Proxies,
  pool: ResourcePool,
  country?: string,
): boolean => {
  const criteria = { now: kernel.clock.now().getTime(), country };
  return pool.candidates.some((candidate) => isEligible(candidate, criteria));
};

export const toProxyServer = (
  { vault }: Proxies,
  { row, protocol, host, port }: Candidate,
): ProxyServer => ({
  protocol,
  host,
  port,
  login: vault.open(row.id, row.credentials),
});

/**
 * Records the attempt. A block, by a ban status or too many failures, is stored before it returns.
 */
export async function settleAttempt(
  proxies: Proxies,
  pool: ResourcePool,
  candidate: Candidate,
  { status, error, latencyMs, keyId }: AttemptResult,
): Promise<void> {
  const { resource } = pool;
  const isBan = status !== undefined && resource.ban_status_codes.includes(status);
  const failure = error ?? (isBan ? ('banned' as const) : undefined);
  const isLast = failure !== undefined && candidate.health.failures + 1 >= resource.max_failures;
  proxies.usage.recordAttempt(pool, candidate, { status, error: failure, latencyMs, keyId });
  if (!failure || (!isBan && !isLast)) return;
  const note = isBan ? `HTTP ${status}` : '';
  // The gateway runs outside an API call, so the unit of work needs its account here.
  await withCaller(accountCaller(resource.account_id), () =>
    proxies.kernel.work.write((tx) =>
      blockForResource(proxies, tx, resource, candidate.id, { reason: failure, note }),
    ),
  );
}
