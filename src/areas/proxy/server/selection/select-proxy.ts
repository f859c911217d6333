// Selects the proxy for an attempt, and records how the attempt went.
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { countsAgainstProxy } from '../../wire/proxies.constants.ts';
import type { ProxyServer } from '../forwarding/tunnel.ts';
import type { Ban } from '../health/find-ban.ts';
import { recordBan } from '../health/record-ban.ts';
import { blockForResource } from '../health/transition-health.ts';
import type { Proxies } from '../proxies.ts';
import type { AttemptResult } from '../usage/record-usage.ts';
import { countUse } from './candidate-state.ts';
import type { Candidate, ResourcePool } from './resource-pool.ts';
import { isEligible, type SelectionCriteria, selectCandidate } from './select-candidate.ts';

export type SelectionRequest = {
  session?: string | undefined;
  /** How long a session keeps its proxy; without it, as long as the resource says. */
  sessionMs?: number | undefined;
  country?: string | undefined;
  /** In the form of `toCityKey`. */
  city?: string | undefined;
  triedIds?: ReadonlySet<string>;
  keyId?: string | undefined;
};

/** Proxies that a request may try, unless it says otherwise. */
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
    ttlMs: request.sessionMs ?? sticky_ttl_seconds * 1000,
    country: request.country,
    city: request.city,
    triedIds: request.triedIds,
  };
  return session === undefined
    ? selectCandidate(pool, criteria, pool.cursor)
    : sessions.select(pool, { ...criteria, session });
}

/** Counted immediately, so that concurrent requests get different least used proxies. */
export function takeProxy(
  proxies: Proxies,
  pool: ResourcePool,
  request: SelectionRequest,
): Candidate | null {
  const candidate = selectProxy(proxies, pool, request);
  if (candidate) countUse(candidate);
  return candidate;
}

export const hasAvailableProxy = (
  { kernel }: Proxies,
  pool: ResourcePool,
  { country, city, triedIds }: Pick<SelectionRequest, 'country' | 'city' | 'triedIds'>,
): boolean => {
  const criteria = { now: kernel.clock.now().getTime(), country, city, triedIds };
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

/** `ban`: the response was one, at this address. */
export type Attempt = AttemptResult & { ban?: { ban: Ban; url: URL } | undefined };

/**
 * Records the attempt. A block, by bans or too many failures, is stored before it returns.
 */
export async function settleAttempt(
  proxies: Proxies,
  pool: ResourcePool,
  candidate: Candidate,
  { ban, ...attempt }: Attempt,
): Promise<void> {
  const { resource } = pool;
  const failure = ban ? 'banned' : attempt.error;
  const isCounted = failure !== undefined && (attempt.isCounted ?? countsAgainstProxy(failure));
  const isLast = isCounted && candidate.health.failures + 1 >= resource.max_failures;
  proxies.usage.recordAttempt(pool, candidate, { ...attempt, error: failure });
  // The gateway runs outside an API call, so the unit of work needs its account here.
  await withCaller(accountCaller(resource.account_id), async () => {
    if (ban) await recordBan(proxies, resource, candidate.id, ban);
    else if (isLast)
      await proxies.kernel.work.write((tx) =>
        blockForResource(proxies, tx, resource, candidate.id, { reason: failure }),
      );
  });
}
