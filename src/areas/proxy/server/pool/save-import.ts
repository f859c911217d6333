// Saves the proxies of an import or of a provider's list. Existing proxies get the new credentials,
// so a list can be imported again.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { ImportBody, ImportResultWire } from '../../wire/index.ts';
import type { ProxyType } from '../../wire/proxies.constants.ts';
import { checkQueue } from '../health/check-proxies.ts';
import type { Proxies } from '../proxies.ts';
import { lockAccountResources, lockResource } from '../resources/resource-store.ts';
import type { Login } from './credentials.ts';
import {
  countOwnProxies,
  findExistingIds,
  type NewProxy,
  type ProxyOwner,
  replaceUsers,
  saveCredentials,
  updateUserHashes,
  upsertProxies,
} from './import-store.ts';
import type { ParsedImport } from './parse-import.ts';
import type { ParsedProxy } from './parsed-proxy.ts';

const rejectedMax = 100;
/** With the longest errors less than the largest response that an Idempotency-Key repeats. */
const linesMax = 500;

/** For proxies without values of their own. */
export type ImportDefaults = Pick<ImportBody, 'protocol' | 'country_code' | 'provider'> & {
  type?: ProxyType | null | undefined;
};

export type SaveOptions = {
  owner: ProxyOwner;
  /** Of `lockForImport`. */
  accountId: number | null;
  /** An address that both sides have once gets the new user instead of being a second proxy. */
  replacesUsers: boolean;
};

type ImportRow = NewProxy & { line: number; login: Login };
export type ProxyToSave = Omit<ImportRow, 'id'>;
type SavedRow = ImportRow & { storedId: string; isNew: boolean };

/** `resourceId` is null for the pool. */
export async function saveImport(
  proxies: Proxies,
  tx: Tx,
  resourceId: string | null,
  body: ImportBody,
  { accepted, duplicates, rejected }: ParsedImport,
): Promise<ImportResultWire> {
  const rows = accepted.map((one) => toImportRow(proxies, body, one));
  const options = {
    owner: { resourceId, sourceId: null },
    accountId: await lockForImport(proxies, tx, resourceId, rows),
    replacesUsers: body.replaces_credentials,
  };
  const { saved, overBudget } = await saveProxies(proxies, tx, options, rows);
  const error = `There is room for ${budgets.ownProxiesPerAccount} proxies.`;
  const allRejected = [...rejected, ...overBudget.map(({ line }) => ({ line, error }))].toSorted(
    byLine,
  );
  const added = saved.filter(({ isNew }) => isNew).length;
  const lines = [
    ...saved.map(({ line, isNew }) => ({ line, outcome: isNew ? 'added' : 'updated' }) as const),
    ...duplicates.map((one) => ({ ...one, outcome: 'duplicate' }) as const),
    ...allRejected.map((one) => ({ ...one, outcome: 'invalid' }) as const),
  ].toSorted(byLine);
  return {
    added,
    updated: saved.length - added,
    duplicates: duplicates.length,
    rejected: allRejected.slice(0, rejectedMax),
    rejected_total: allRejected.length,
    lines: lines.slice(0, linesMax),
    lines_total: lines.length,
  };
}

const byLine = (a: { line: number }, b: { line: number }) => a.line - b.line;

/** After `lockForImport`. New proxies are listed in this order: their ids sort like the list. */
export async function saveProxies(
  proxies: Proxies,
  tx: Tx,
  { owner, accountId, replacesUsers }: SaveOptions,
  list: readonly ProxyToSave[],
): Promise<{ saved: SavedRow[]; overBudget: ImportRow[] }> {
  const { kernel, poolCache, vault } = proxies;
  const { resourceId } = owner;
  const now = kernel.clock.now();
  const ids = list.map(() => createId(now)).toSorted();
  const all = list.map((one, at) => ({ ...one, id: ids[at]! }));
  if (replacesUsers) await replaceUsers(tx, owner, listSingle(all));
  const { rows, overBudget } =
    resourceId && accountId
      ? await limitToBudget(tx, accountId, resourceId, all)
      : { rows: [...all], overBudget: [] };
  if (rows.length === 0) return { saved: [], overBudget };
  const stored = await upsertProxies(tx, owner, rows, now);
  const storedIds = new Map(stored.map(({ id, proposed_id }) => [proposed_id, id]));
  const saved = rows.flatMap((row) => {
    const storedId = storedIds.get(row.id);
    return storedId ? [{ ...row, storedId, isNew: storedId === row.id }] : [];
  });
  await saveCredentials(
    tx,
    saved.map(({ storedId: id, login }) => ({ id, credentials: vault.seal(id, login) })),
  );
  await kernel.jobs.send(tx, checkQueue, {}, { singletonKey: 'new' });
  await poolCache.publish(tx, { resourceId });
  return { saved, overBudget };
}

/**
 * Imports of one account run one after another; returns whose, null for the pool. Lets proxies be
 * recognized whose user was hashed before the secret was replaced. Throws `not_found`.
 */
export async function lockForImport(
  { vault }: Pick<Proxies, 'vault'>,
  tx: Tx,
  resourceId: string | null,
  list: readonly ProxyToSave[],
): Promise<number | null> {
  const accountId = resourceId === null ? null : await lockOwner(tx, resourceId);
  const rows = list.map((one) => ({ ...one, hashes: vault.hashUsername(one.login.username) }));
  if (rows.some(({ hashes }) => hashes.length > 1)) await updateUserHashes(tx, resourceId, rows);
  return accountId;
}

async function lockOwner(tx: Tx, resourceId: string): Promise<number> {
  const resource = await lockResource(tx, resourceId);
  if (!resource) throw apiError(commonErrors.notFound);
  await lockAccountResources(tx, resource.account_id);
  return resource.account_id;
}

/** Splits rows by whether the account's budget allows them; existing proxies always fit. */
async function limitToBudget(
  tx: Tx,
  accountId: number,
  resourceId: string,
  all: readonly ImportRow[],
): Promise<{ rows: ImportRow[]; overBudget: ImportRow[] }> {
  const own = await countOwnProxies(tx, accountId);
  if (own + all.length <= budgets.ownProxiesPerAccount) return { rows: [...all], overBudget: [] };
  const known = await findExistingIds(tx, resourceId, all);
  let room = budgets.ownProxiesPerAccount - own;
  const rows = all.filter(({ id }) => known.has(id) || room-- > 0);
  const fitting = new Set(rows);
  return { rows, overBudget: all.filter((row) => !fitting.has(row)) };
}

const toAddress = ({ protocol, host, port }: ImportRow) => `${protocol} ${host} ${port}`;

/** A list with several users of one address does not say who replaces whom. */
function listSingle(rows: readonly ImportRow[]): ImportRow[] {
  const byAddress = Map.groupBy(rows, toAddress);
  return rows.filter((row) => byAddress.get(toAddress(row))?.length === 1);
}

export function toImportRow(
  { vault }: Pick<Proxies, 'vault'>,
  body: ImportDefaults,
  one: ParsedProxy,
): ProxyToSave {
  return {
    line: one.line,
    protocol: one.protocol ?? body.protocol,
    host: one.host,
    port: one.port,
    userHash: vault.hashUser(one.username),
    login: { username: one.username, password: one.password },
    country: one.country_code ?? body.country_code ?? null,
    city: one.city ?? '',
    asn: one.asn ?? null,
    type: one.type ?? body.type ?? null,
    provider: one.provider ?? body.provider,
  };
}
