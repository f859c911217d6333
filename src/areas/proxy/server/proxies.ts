// What the use-cases of the data proxy work with.
import type { Db } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type AddressGuard, openAddressGuard } from './address-guard.ts';
import { type Boards, openBoards } from './boards.ts';
import { openVault, type Vault } from './credentials.ts';
import { openUses, type Uses } from './record-uses.ts';
import { openSessions, type Sessions } from './sessions.ts';

export type Proxies = {
  kernel: Kernel;
  vault: Vault;
  guard: AddressGuard;
  /** For addresses that the operator chose: our own site may be on this machine. */
  trustedGuard: AddressGuard;
  boards: Boards;
  sessions: Sessions;
  uses: Uses;
  /** Resources that the account's plan allows; null for any number. */
  resourcesMaxOf: ResourcesMaxOf;
  keyNamesOf: KeyNamesOf;
  /** What a check asks for; it answers with the address it was asked from. */
  checkUrl: string;
  /** The port that the gateway listens at; null while it does not. */
  gatewayPort: number | null;
};

export type ResourcesMaxOf = (db: Db, accountId: number, now: Date) => Promise<number | null>;

/** Names of an account's API keys, by id. */
export type KeyNamesOf = (db: Db, accountId: number) => Promise<ReadonlyMap<string, string>>;

/** What another area knows of an account. */
export type AccountFacts = { resourcesMaxOf: ResourcesMaxOf; keyNamesOf: KeyNamesOf };

export const echoPath = '/apix/data_proxy/echo/';

export function openProxies(kernel: Kernel, facts: AccountFacts): Proxies {
  const { config } = kernel;
  const vault = openVault(config.APP_SECRET);
  const boards = openBoards(kernel);
  return {
    kernel,
    vault,
    guard: openAddressGuard({ allowPrivate: config.PROXY_ALLOW_PRIVATE }),
    trustedGuard: openAddressGuard({ allowPrivate: true }),
    boards,
    sessions: openSessions(),
    uses: openUses(kernel),
    ...facts,
    checkUrl: config.PROXY_CHECK_URL ?? `${config.SITE_URL}${echoPath}`,
    gatewayPort: null,
  };
}
