// May this request leave, for whom, and to which address? Asked once before any proxy is.

import { withCaller } from '#kernel/database/work.ts';
import { accountCaller } from '#kernel/http/caller.ts';
import { apiError } from '#kernel/http/errors.ts';
import { refuseSwitchedOff } from '#kernel/http/switched-off.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor, ApiKeys, Meter, Quota } from '#kernel/ports.ts';
import { commonErrors, type Endpoint } from '#lib/endpoint.ts';
import { isTargetHost, readHost } from '../address-guard.ts';
import type { Board } from '../boards.ts';
import { takeRequest } from '../brake.ts';
import type { Proxies } from '../proxies.ts';
import { reasonOf } from '../proxy-failure.ts';
import type { Target } from '../tunnel.ts';
import { readLogin } from './gateway-login.ts';
import { refusals } from './refusal.ts';

export type GatewayPorts = { proxies: Proxies; apiKeys: ApiKeys; quota: Quota; meter: Meter };

/** Served is whatever came from the site, an error of its own too. */
type Outcome = { status: number; isServed: boolean; elapsedMs: number };

export type Admitted = {
  actor: Actor & { keyId: string };
  board: Board;
  target: Target;
  session?: string | undefined;
  country?: string | undefined;
  /** Counts the request on its owner's plan; once. */
  record(outcome: Outcome): void;
};

/** What quotas and usage call a request through the gateway. It is no call of the API. */
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
// Nobody sends mail through us.
const mailPorts = new Set([25, 465, 587]);

export type Asking = { login: string | undefined; ip: string; host: string; port: number };

/** Throws a Refusal or a declared failure. */
export async function admit(ports: GatewayPorts, asking: Asking): Promise<Admitted> {
  await refuseSwitchedOff(ports.proxies.kernel, 'proxy');
  const known = await identify(ports, asking);
  return withCaller(accountCaller(known.actor.accountId), () => admitKnown(ports, asking, known));
}

async function admitKnown(
  { proxies, quota, meter }: GatewayPorts,
  asking: Asking,
  { login, actor }: Identified,
): Promise<Admitted> {
  const board = await proxies.boards.find(actor.accountId, login.resource);
  if (!board) throw refusals.unknownResource();
  const { resource } = board;
  if (!resource.is_active) throw refusals.inactive();
  const host = readHost(asking.host);
  if (!host || !isTargetHost(host, resource.target_hosts) || mailPorts.has(asking.port))
    throw refusals.target();
  const address = await proxies.guard.find(host).catch((error) => {
    throw reasonOf(error) === 'address_refused' ? refusals.target() : refusals.unknownTarget();
  });
  const waitSeconds = await takeRequest(proxies, resource);
  if (waitSeconds > 0) throw refusals.throttled(waitSeconds);
  await quota.admit(actor, gatewayCall);
  const requestId = createId();
  return {
    actor,
    board,
    target: { address, port: asking.port },
    session: login.session,
    country: login.country,
    record: ({ status, isServed, elapsedMs }) =>
      meter.record({
        actor,
        endpoint: gatewayCall,
        // The meter takes 5xx for a failure of ours and gives the request back: a site's is none.
        status: isServed && status >= 500 ? 200 : status,
        metric: 'proxy_lease',
        units: isServed ? 1 : 0,
        requestId,
        elapsedMs,
        ip: asking.ip,
        userAgent: '',
      }),
  };
}

/** Asked again and again while a tunnel is open. What can't be asked counts as yes. */
export async function mayGoOn(
  { proxies, apiKeys }: GatewayPorts,
  { login: header, ip }: Pick<Asking, 'login' | 'ip'>,
  resourceId: string,
): Promise<boolean> {
  const { features, log } = proxies.kernel;
  try {
    const found = await apiKeys.check(readLogin(header)?.key ?? '', ip);
    const board = await proxies.boards.findById(resourceId);
    const isOn = await features.isOn('proxy');
    if (!isOn || 'message' in found || found.status !== 'active') return false;
    return found.scopes?.includes('proxy') === true && board?.resource.is_active === true;
  } catch (err) {
    log.warn({ err }, 'a tunnel goes on without having been checked again');
    return true;
  }
}

type Identified = Awaited<ReturnType<typeof identify>>;

async function identify({ proxies, apiKeys }: GatewayPorts, { login: header, ip }: Asking) {
  const { limits } = proxies.kernel;
  const login = readLogin(header);
  const found = login ? await apiKeys.check(login.key, ip) : null;
  if (!login || !found || 'message' in found) {
    // Guessing keys must not be free. Asking without a login is how clients begin.
    const verdict = header ? await limits.take(refusedLogins, ip) : null;
    if (verdict && !verdict.isAllowed) throw refusals.throttled(verdict.resetSeconds);
    throw found && 'message' in found ? apiError(found) : refusals.loginNeeded();
  }
  const { keyId } = found;
  if (!keyId || !found.scopes?.includes('proxy'))
    throw apiError(commonErrors.scopeMissing, { required: 'proxy' });
  if (found.status === 'suspended') throw apiError(commonErrors.accountSuspended);
  return { login, actor: { ...found, keyId } };
}

/** Seconds until the next proxy comes back; a minute when none will by itself. */
export function secondsToRelease({ seats }: Board, now: number): number {
  const ends = seats
    .filter(({ isDead }) => !isDead)
    .map(({ pair }) => Math.max(pair.blockedUntil, pair.cooldownUntil))
    .filter((end) => end > now);
  return ends.length === 0 ? 60 : Math.max(1, Math.ceil((Math.min(...ends) - now) / 1000));
}
