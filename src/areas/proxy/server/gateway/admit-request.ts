// Authenticates a gateway request and checks resource, target, rate limit and quota.
import { withCaller } from '#kernel/database/work.ts';
import { requireFeature } from '#kernel/features/require-feature.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor, ApiKeys, Meter, Quota } from '#kernel/ports.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import { isTargetHost, normalizeHost } from '../forwarding/address-guard.ts';
import { failureReasonOf } from '../forwarding/proxy-error.ts';
import type { Target } from '../forwarding/tunnel.ts';
import type { Proxies } from '../proxies.ts';
import { throttleResource } from '../resources/throttle-resource.ts';
import type { ResourcePool } from '../selection/resource-pool.ts';
import { gatewayErrors } from './gateway-error.ts';
import { readLogin } from './gateway-login.ts';

export type GatewayPorts = { proxies: Proxies; apiKeys: ApiKeys; quota: Quota; meter: Meter };

/** `isServed`: the response came from the site, whatever its status. */
type RequestResult = { status: number; isServed: boolean; elapsedMs: number };

export type AdmittedRequest = {
  actor: Actor & { keyId: string };
  pool: ResourcePool;
  target: Target;
  session?: string | undefined;
  country?: string | undefined;
  /** Counts the request for the plan; called once. */
  record(outcome: RequestResult): void;
};

/** Gateway requests in quotas and usage. Not an endpoint of the API. */
const gatewayCall: Endpoint = {
  method: 'GET',
  path: '/apix/data_proxy/gateway/',
  summary: 'A request through the gateway',
  permission: { key: 'proxy' },
  work: 'none',
  metered: { group: 'proxy', metric: 'proxy_lease' },
  responses: {},
};
const refusedLogins = {
  name: 'gateway login',
  points: 60,
  windowSeconds: 60,
  scope: 'process',
} as const;
// No SMTP through the gateway: it would be used for spam.
const mailPorts = new Set([25, 465, 587]);

export type GatewayRequest = { login: string | undefined; ip: string; host: string; port: number };

/** Throws GatewayError or ApiError. */
export async function admitRequest(
  ports: GatewayPorts,
  gatewayRequest: GatewayRequest,
): Promise<AdmittedRequest> {
  await requireFeature(ports.proxies.kernel, 'proxy');
  const known = await identify(ports, gatewayRequest);
  return withCaller(accountCaller(known.actor.accountId), () =>
    admitIdentified(ports, gatewayRequest, known),
  );
}

async function admitIdentified(
  { proxies, quota, meter }: GatewayPorts,
  gatewayRequest: GatewayRequest,
  { login, actor }: Identified,
): Promise<AdmittedRequest> {
  const pool = await proxies.poolCache.find(actor.accountId, login.resource);
  if (!pool) throw gatewayErrors.unknownResource();
  const { resource } = pool;
  if (!resource.is_active) throw gatewayErrors.inactive();
  const host = normalizeHost(gatewayRequest.host);
  if (!host || !isTargetHost(host, resource.target_hosts) || mailPorts.has(gatewayRequest.port))
    throw gatewayErrors.target();
  const address = await proxies.guard.resolveHost(host).catch((error) => {
    throw failureReasonOf(error) === 'address_refused'
      ? gatewayErrors.target()
      : gatewayErrors.unknownTarget();
  });
  const waitSeconds = await throttleResource(proxies, resource);
  if (waitSeconds > 0) throw gatewayErrors.throttled(waitSeconds);
  await quota.admit(actor, gatewayCall);
  const requestId = createId();
  return {
    actor,
    pool,
    target: { address, port: gatewayRequest.port },
    session: login.session,
    country: login.country,
    record: ({ status, isServed, elapsedMs }) =>
      meter.record({
        actor,
        endpoint: gatewayCall,
        // The meter does not charge for 5xx, which are our failures; a 5xx of the site is charged.
        status: isServed && status >= 500 ? 200 : status,
        metric: 'proxy_lease',
        units: isServed ? 1 : 0,
        requestId,
        elapsedMs,
        ip: gatewayRequest.ip,
        userAgent: '',
      }),
  };
}

/** Repeated while a tunnel is open. True when the check itself fails. */
export async function isStillAllowed(
  { proxies, apiKeys }: GatewayPorts,
  { login: header, ip }: Pick<GatewayRequest, 'login' | 'ip'>,
  resourceId: string,
): Promise<boolean> {
  const { features, log } = proxies.kernel;
  try {
    const found = await apiKeys.check(readLogin(header)?.key ?? '', ip);
    const pool = await proxies.poolCache.findById(resourceId);
    const isOn = await features.isOn('proxy');
    if (!isOn || 'message' in found || found.status !== 'active') return false;
    return found.scopes?.includes('proxy') === true && pool?.resource.is_active === true;
  } catch (err) {
    log.warn({ err }, 'an open tunnel could not be checked');
    return true;
  }
}

type Identified = Awaited<ReturnType<typeof identify>>;

async function identify({ proxies, apiKeys }: GatewayPorts, { login: header, ip }: GatewayRequest) {
  const { limits } = proxies.kernel;
  const login = readLogin(header);
  const found = login ? await apiKeys.check(login.key, ip) : null;
  if (!login || !found || 'message' in found) {
    // Limits key guessing. Clients start without a login, so that is not counted.
    const verdict = header ? await limits.consume(refusedLogins, ip) : null;
    if (verdict && !verdict.isAllowed) throw gatewayErrors.throttled(verdict.resetSeconds);
    throw found && 'message' in found ? apiError(found) : gatewayErrors.loginNeeded();
  }
  const { keyId } = found;
  if (!keyId || !found.scopes?.includes('proxy'))
    throw apiError(commonErrors.scopeMissing, { required: 'proxy' });
  if (found.status === 'suspended') throw apiError(commonErrors.accountSuspended);
  return { login, actor: { ...found, keyId } };
}

/** Seconds until the next proxy is available again; a minute when none will be. */
export function secondsToRelease({ candidates }: ResourcePool, now: number): number {
  const ends = candidates
    .filter(({ isDead }) => !isDead)
    .map(({ health }) => Math.max(health.blockedUntil, health.cooldownUntil))
    .filter((end) => end > now);
  return ends.length === 0 ? 60 : Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000));
}
