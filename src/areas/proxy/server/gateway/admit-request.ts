// Checks resource, target, rate limit and quota of a gateway request.
import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { createId } from '#kernel/ids.ts';
import { normalizeHost } from '#kernel/outbound/address-guard.ts';
import type { Actor, Meter, Quota } from '#kernel/ports.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { readFailureReason } from '../forwarding/proxy-error.ts';
import { isTargetHost } from '../forwarding/target-hosts.ts';
import type { Target } from '../forwarding/tunnel.ts';
import { throttleResource } from '../resources/throttle-resource.ts';
import type { ResourcePool } from '../selection/resource-pool.ts';
import { attemptsMax, type SelectionRequest } from '../selection/select-proxy.ts';
import type { UsageClient } from '../usage/record-usage.ts';
import { gatewayErrors } from './gateway-error.ts';
import type { UserName } from './gateway-login.ts';
import {
  type GatewayClient,
  type Identified,
  type IdentityPorts,
  identifyClient,
} from './identify-client.ts';

export type GatewayPorts = IdentityPorts & { quota: Quota; meter: Meter };
/** What the client wants to reach, as it wrote it. */
export type GatewayTarget = { host: string; port: number };

/** `isServed`: the response came from the site, whatever its status. */
type RequestResult = { status: number; isServed: boolean; elapsedMs: number };

export type AdmittedRequest = {
  actor: Actor;
  client: UsageClient;
  pool: ResourcePool;
  target: Target;
  selection: Omit<SelectionRequest, 'triedIds'>;
  /** Proxies that may be tried. */
  attemptsMax: number;
  /** Counts the request for the plan; called once. */
  record(outcome: RequestResult): void;
};

/** Gateway requests in quotas and usage. Not an endpoint of the API. */
export const gatewayCall: Endpoint = {
  method: 'GET',
  path: '/apix/data_proxy/gateway/',
  summary: 'A request through the gateway',
  permission: { key: 'proxy' },
  work: 'none',
  metered: { group: 'proxy', metric: 'proxy_lease' },
  responses: {},
};
// No SMTP through the gateway: it would be used for spam.
const mailPorts = new Set([25, 465, 587]);
const minuteMs = 60_000;

/** Throws GatewayError or ApiError. */
export async function admitRequest(
  ports: GatewayPorts,
  gatewayRequest: GatewayClient & GatewayTarget,
): Promise<AdmittedRequest> {
  const identified = await identifyClient(ports, gatewayRequest);
  return admitIdentified(ports, identified, gatewayRequest);
}

/** As `admitRequest`, of a client that is known already. */
export const admitIdentified = (
  ports: GatewayPorts,
  identified: Identified,
  target: GatewayTarget & Pick<GatewayClient, 'ip'>,
): Promise<AdmittedRequest> =>
  withCaller(accountCaller(identified.actor.accountId), () => admit(ports, identified, target));

async function admit(
  { proxies, quota, meter }: GatewayPorts,
  { name, actor, client }: Identified,
  target: GatewayTarget & Pick<GatewayClient, 'ip'>,
): Promise<AdmittedRequest> {
  const pool = await proxies.poolCache.find(actor.accountId, name.resource);
  if (!pool) throw gatewayErrors.unknownResource();
  const { resource } = pool;
  if (!resource.is_active) throw gatewayErrors.inactive();
  const host = normalizeHost(target.host);
  if (!host || !isTargetHost(host, resource.target_hosts) || mailPorts.has(target.port))
    throw gatewayErrors.target();
  const address = await proxies.guard.resolveHost(host).catch((error) => {
    const reason = readFailureReason(error);
    throw reason === 'address_refused'
      ? gatewayErrors.target()
      : gatewayErrors.unknownTarget(reason);
  });
  const waitSeconds = await throttleResource(proxies, resource);
  if (waitSeconds > 0) throw gatewayErrors.throttled(waitSeconds);
  const { overageUnits } = await quota.admit(actor, gatewayCall);
  const requestId = createId();
  return {
    actor,
    client,
    pool,
    target: { address, port: target.port },
    selection: {
      session: toSession(name, client),
      sessionMs: name.sessionMinutes && name.sessionMinutes * minuteMs,
      country: name.country,
      city: name.city,
      keyId: client.id,
    },
    attemptsMax: name.retries === undefined ? attemptsMax : name.retries + 1,
    record: ({ status, isServed, elapsedMs }) =>
      meter.record({
        actor,
        endpoint: gatewayCall,
        // The meter does not charge for 5xx, which are our failures; a 5xx of the site is charged.
        status: isServed && status >= 500 ? 200 : status,
        metric: 'proxy_lease',
        units: isServed ? 1 : 0,
        overageUnits,
        requestId,
        elapsedMs,
        ip: target.ip,
        userAgent: '',
      }),
  };
}

/** Sub-users do not share sessions with their resource's owner or with each other. */
const toSession = ({ session }: UserName, { kind, id }: UsageClient): string | undefined =>
  session === undefined || kind === 'key' ? session : `${id} ${session}`;

/** Seconds until the next proxy is available again; a minute when none will be. */
export function secondsToRelease({ candidates }: ResourcePool, now: number): number {
  const ends = candidates
    .filter(({ isDead }) => !isDead)
    .map(({ health }) => Math.max(health.blockedUntil, health.cooldownUntil))
    .filter((end) => end > now);
  return ends.length === 0 ? 60 : Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000));
}
