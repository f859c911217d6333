// Who a client of the gateway is: an API key, or a sub-user of a resource.
import { requireFeature } from '#kernel/features/require-feature.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor, ApiKeys } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { Proxies } from '../proxies.ts';
import { authenticateSubUser, type SubUserLogin } from '../sub-users/authenticate-sub-user.ts';
import { isSubUserPassword } from '../sub-users/sub-user-password.ts';
import type { UsageClient } from '../usage/record-usage.ts';
import { gatewayErrors, toGatewayError } from './gateway-error.ts';
import { type Credentials, parseUserName, type UserName } from './gateway-login.ts';

export type IdentityPorts = { proxies: Proxies; apiKeys: ApiKeys };
export type GatewayClient = { credentials: Credentials | null; ip: string };
export type Identified = { name: UserName; actor: Actor; client: UsageClient };

const refusedLogins = {
  name: 'gateway login',
  points: 60,
  windowSeconds: 60,
  scope: 'process',
} as const;

/** Throws GatewayError or ApiError. */
export async function identifyClient(
  ports: IdentityPorts,
  gatewayClient: GatewayClient,
): Promise<Identified> {
  const { kernel } = ports.proxies;
  await requireFeature(kernel, 'proxy');
  try {
    return await authenticate(ports, gatewayClient);
  } catch (error) {
    // Limits guessing. Clients start without a login, so that is not counted.
    const isGuess = gatewayClient.credentials && toGatewayError(error).status === 407;
    const verdict = isGuess ? await kernel.limits.consume(refusedLogins, gatewayClient.ip) : null;
    if (verdict && !verdict.isAllowed) throw gatewayErrors.throttled(verdict.resetSeconds);
    throw error;
  }
}

/** Repeated while a tunnel or request is open. True when the check itself fails. */
export async function isStillAllowed(
  ports: IdentityPorts,
  gatewayClient: GatewayClient,
  resourceId: string,
): Promise<boolean> {
  const { kernel, poolCache } = ports.proxies;
  try {
    await requireFeature(kernel, 'proxy');
    await authenticate(ports, gatewayClient, true);
    const pool = await poolCache.findById(resourceId);
    return pool?.resource.is_active === true;
  } catch (err) {
    const { status, code } = toGatewayError(err);
    if (status < 500 || code === 'feature_off') return false;
    kernel.log.warn({ err }, 'an open tunnel or request could not be checked');
    return true;
  }
}

async function authenticate(
  { proxies, apiKeys }: IdentityPorts,
  { credentials, ip }: GatewayClient,
  isOpen = false,
): Promise<Identified> {
  const name = credentials && parseUserName(credentials.user);
  if (credentials && !name) throw gatewayErrors.loginNeeded();
  const password = credentials?.password ?? '';
  if (!name || password === '' || isSubUserPassword(password))
    return identifySubUser(proxies, name, { password, ip, isOpen });
  if (name.user !== undefined) throw gatewayErrors.subUserLogin();
  const found = await apiKeys.check(password, ip);
  if ('message' in found) throw apiError(found);
  const { keyId } = found;
  if (!keyId || !found.scopes?.includes('proxy'))
    throw apiError(commonErrors.scopeMissing, { required: 'proxy' });
  if (found.status === 'suspended') throw apiError(commonErrors.accountSuspended);
  return { name, actor: found, client: { kind: 'key', id: keyId } };
}

/** `name` is null for a client that sent no login: its address tells the sub-user. */
async function identifySubUser(
  proxies: Proxies,
  name: UserName | null,
  login: SubUserLogin,
): Promise<Identified> {
  const found = await authenticateSubUser(proxies, login);
  if (!found) throw login.password ? gatewayErrors.subUserLogin() : gatewayErrors.loginNeeded();
  const { subUser, accountStatus, resetsAt } = found;
  const own = { resource: subUser.resource_name, user: subUser.name };
  if (name && (name.resource !== own.resource || name.user !== own.user))
    throw gatewayErrors.subUserLogin();
  if (!subUser.is_active) throw gatewayErrors.subUserInactive();
  if (accountStatus === 'suspended') throw apiError(commonErrors.accountSuspended);
  if (found.isOverLimit) {
    const leftMs = resetsAt.getTime() - proxies.kernel.clock.now().getTime();
    throw gatewayErrors.subUserOverLimit(resetsAt, Math.ceil(leftMs / 1000));
  }
  const actor: Actor = {
    accountId: subUser.account_id,
    roles: [],
    status: 'active',
    via: 'key',
    scopes: ['proxy'],
  };
  return { name: name ?? own, actor, client: { kind: 'user', id: subUser.id } };
}
