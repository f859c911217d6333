// The test console: fetches a URL through a resource as the gateway would, and reports each
// attempt.
import type { z } from 'zod';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type fetchThrough as endpoint,
  type FetchResultWire,
  poolExhausted,
  resourceInactive,
  targetRefused,
} from '../../wire/index.ts';
import { explainFailure, type FailureReason } from '../../wire/proxies.constants.ts';
import {
  type Ban,
  type BanRules,
  findBanInBody,
  findBanInHead,
  isSearched,
  searchedBytesMax,
} from '../health/find-ban.ts';
import { probe } from '../health/probe.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { throttleResource } from '../resources/throttle-resource.ts';
import { compareFailures, type FailureComparison } from '../selection/compare-failures.ts';
import { readPoolCounts, readProxy } from '../selection/list-proxies.ts';
import type { Candidate, ResourcePool } from '../selection/resource-pool.ts';
import { attemptsMax, settleAttempt, takeProxy, toProxyServer } from '../selection/select-proxy.ts';
import type { UsageClient } from '../usage/record-usage.ts';
import { isUncertain, readFailureReason } from './proxy-error.ts';
import { type ProxyResponse, sendRequest } from './send-request.ts';
import { isTargetHost } from './target-hosts.ts';

type FetchBody = z.output<(typeof endpoint)['body']>;
type Attempt = FetchResultWire['attempts'][number];

const readBytesMax = 16_384;

export async function fetchThrough(
  proxies: Proxies,
  actor: Actor,
  name: string,
  body: FetchBody,
): Promise<FetchResultWire> {
  const { work } = proxies.kernel;
  const resource = await work.read((db) => requireResource(db, actor, name));
  if (!resource.is_active) throw apiError(resourceInactive);
  const url = new URL(body.url);
  await assertTarget(proxies, url, resource.target_hosts);
  const retry_after = await throttleResource(proxies, resource);
  if (retry_after > 0) throw apiError(commonErrors.throttled, { retry_after });
  const pool = await proxies.poolCache.findById(resource.id);
  // Deleted by another request meanwhile.
  if (!pool) throw apiError(commonErrors.notFound);
  const started = performance.now();
  const triedIds = new Set<string>();
  const attempts: Attempt[] = [];
  const failures = compareFailures(proxies, pool, toClient(actor));
  let last: { candidate: Candidate; response?: ProxyResponse; attempt: Attempt } | undefined;
  while (attempts.length < attemptsMax) {
    const candidate = takeProxy(proxies, pool, { ...body, keyId: actor.keyId, triedIds });
    if (!candidate) break;
    triedIds.add(candidate.id);
    const { attempt, response, mayRetry } = await attemptFetch(proxies, pool, candidate, {
      url,
      body,
      actor,
      failures,
    });
    attempts.push(attempt);
    last = { candidate, attempt, ...(response && { response }) };
    if (!mayRetry) break;
  }
  const targetReason = await failures.blameNone();
  if (last && targetReason) last.attempt.error = targetReason;
  if (!last) {
    const { next_release_at } = await work.read((db) => readPoolCounts(proxies, db, resource));
    throw apiError(poolExhausted, { next_release_at });
  }
  const elapsed_ms = Math.round(performance.now() - started);
  const { candidate, response, attempt } = last;
  // The exit address helps even when the proxy is slow or banned.
  const probed =
    response && !candidate.row.exit_address ? await probe(proxies, candidate.row, {}) : null;
  return {
    status: attempt.status,
    error: attempt.error,
    how_to_fix:
      attempt.error && explainFailure(attempt.error, candidate.row.resource_id ? 'owner' : 'pool'),
    elapsed_ms,
    connect_ms: response?.connectMs ?? null,
    exit_address: candidate.row.exit_address ?? probed?.exitAddress ?? null,
    content_type: response?.contentType ?? null,
    size_bytes: response?.sizeBytes ?? 0,
    body: response ? readText(response) : '',
    proxy: await work.read((db) => readProxy(proxies, db, actor, resource.id, candidate.id)),
    attempts,
  };
}

async function assertTarget({ guard }: Proxies, url: URL, targetHosts: readonly string[]) {
  if (url.username || url.password || !isTargetHost(url.hostname, targetHosts))
    throw apiError(targetRefused);
  await guard.resolveHost(url.hostname).catch((error) => {
    if (readFailureReason(error) === 'address_refused') throw apiError(targetRefused);
  });
}

/** After the tunnel was open; another proxy is tried. */
const comparableReasons = new Set<FailureReason>([
  'target_timeout',
  'target_closed',
  'target_tls_failed',
]);

type AttemptRequest = { url: URL; body: FetchBody; actor: Actor; failures: FailureComparison };

const toClient = ({ keyId }: Actor): UsageClient | undefined =>
  keyId ? { kind: 'key', id: keyId } : undefined;

async function attemptFetch(
  proxies: Proxies,
  pool: ResourcePool,
  candidate: Candidate,
  { url, body, actor, failures }: AttemptRequest,
) {
  const started = performance.now();
  const { id, timeout_ms: timeoutMs } = pool.resource;
  const { guard } = proxies;
  const elapsed = () => Math.round(performance.now() - started);
  const proxy = `${candidate.host}:${candidate.port}`;
  const client = toClient(actor);
  try {
    const proxyServer = toProxyServer(proxies, candidate);
    const { method } = body;
    const response = await sendRequest({
      proxy: proxyServer,
      url,
      method,
      timeoutMs,
      bodyBytesMax: searchedBytesMax,
      guard,
      targetGuard: guard,
    });
    await failures.blameProxies();
    const { status } = response;
    const ban = await findBan(pool.resource, response);
    const attempt = { status, ban: ban && { ban, url }, latencyMs: elapsed(), client };
    await settleAttempt(proxies, pool, candidate, attempt);
    proxies.usage.recordTraffic(id, client, response.traffic);
    const error = ban ? ('banned' as const) : null;
    return { attempt: { proxy, status, error, elapsed_ms: elapsed() }, response, mayRetry: !!ban };
  } catch (thrown) {
    const error = readFailureReason(thrown);
    const isComparable = isUncertain(thrown) || comparableReasons.has(error);
    await failures.add({ candidate, reason: error, isComparable, latencyMs: elapsed() });
    const attempt = { proxy, status: null, error, elapsed_ms: elapsed() };
    return { attempt, mayRetry: error !== 'target_bad_response' };
  }
}

async function findBan(rules: BanRules, response: ProxyResponse): Promise<Ban | undefined> {
  const { headers, body } = response;
  const ban = findBanInHead(rules, response);
  return ban || !isSearched(rules, headers['content-type'])
    ? ban
    : findBanInBody(rules, body, headers);
}

const readText = ({ body, contentType }: ProxyResponse): string =>
  /text|json|xml|javascript|urlencoded/.test(contentType ?? 'text')
    ? body.subarray(0, readBytesMax).toString('utf8').replaceAll('\0', '')
    : '';
