// The dependencies of the data proxy's use cases.
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type AddressGuard, createAddressGuard } from '#kernel/outbound/address-guard.ts';
import type { ProxyConfig } from './config.ts';
import { sendRequest } from './forwarding/send-request.ts';
import { createRecentBans, type RecentBans } from './health/recent-bans.ts';
import { createVault, type Vault } from './pool/credentials.ts';
import { createLeaseRotation, type LeaseRotation } from './selection/lease-rotation.ts';
import { createPoolCache, type PoolCache } from './selection/pool-cache.ts';
import { createStickySessions, type StickySessions } from './selection/sticky-sessions.ts';
import { createUnknownNetworks, type UnknownNetworks } from './sub-users/unknown-networks.ts';
import { createUsageRecorder, type UsageRecorder } from './usage/record-usage.ts';

export type Proxies = {
  kernel: Kernel<ProxyConfig>;
  vault: Vault;
  guard: AddressGuard;
  /** For addresses set by the operator: our own site may be on this machine. */
  trustedGuard: AddressGuard;
  poolCache: PoolCache;
  sessions: StickySessions;
  leaseRotation: LeaseRotation;
  unknownNetworks: UnknownNetworks;
  usage: UsageRecorder;
  /** Bans stored a moment ago. */
  recentBans: RecentBans;
  /** Sends the requests of health checks; replaced by tests. */
  sendRequest: typeof sendRequest;
  /** Resources that the account's plan allows; null for no limit. */
  readResourcesMax: ReadResourcesMax;
  readKeyNames: ReadKeyNames;
  /** Requested by health checks; returns the address of the caller. */
  checkUrl: string;
  /** The gateway's port; null while it does not listen. */
  gatewayPort: number | null;
};

export type ReadResourcesMax = (db: Db, accountId: number, now: Date) => Promise<number | null>;

/** Names of an account's API keys, by id. */
export type ReadKeyNames = (db: Db, accountId: number) => Promise<ReadonlyMap<string, string>>;

/** Facts about an account that other areas provide. */
export type AccountFacts = { readResourcesMax: ReadResourcesMax; readKeyNames: ReadKeyNames };

export const echoPath = '/apix/data_proxy/echo/';

export function createProxies(kernel: Kernel<ProxyConfig>, facts: AccountFacts): Proxies {
  const { config } = kernel;
  return {
    kernel,
    vault: createVault(config.APP_SECRET),
    guard: createAddressGuard({ allowPrivate: config.PROXY_ALLOW_PRIVATE }),
    trustedGuard: createAddressGuard({ allowPrivate: true }),
    poolCache: createPoolCache(kernel),
    sessions: createStickySessions(),
    leaseRotation: createLeaseRotation(),
    unknownNetworks: createUnknownNetworks(kernel),
    usage: createUsageRecorder(kernel),
    recentBans: createRecentBans(kernel.clock),
    sendRequest,
    ...facts,
    checkUrl: config.PROXY_CHECK_URL ?? `${config.SITE_URL}${echoPath}`,
    gatewayPort: null,
  };
}
