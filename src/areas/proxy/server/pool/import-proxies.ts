// Imports of proxies, by staff into the shared pool or by a customer into a resource. Existing
// proxies get the new credentials, so a list can be imported again.
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type ImportBody, type ImportResultWire, proxyIsPools } from '../../wire/index.ts';
import { isPublicAddress } from '../forwarding/address-guard.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';
import { checkQueue } from '../health/check-proxies.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { lockResource, lockResourcesOf } from '../resources/resource-store.ts';
import { findCandidate } from '../selection/candidate-store.ts';
import {
  type ParsedProxy,
  parseProxies,
  type RejectedLine,
  validateAddress,
} from './parse-proxies.ts';
import {
  countOwnProxies,
  deleteProxy,
  findExistingIds,
  type NewProxy,
  saveCredentials,
  upsertProxies,
} from './proxy-store.ts';

const lookupsMax = 16;
/** So that thousands of names that do not resolve cannot delay the response. */
const lookupsMsMax = 5000;
const rejectedShown = 100;
const linesAMinute = {
  name: 'proxy import lines',
  points: budgets.proxyLinesPerMinute,
  windowSeconds: 60,
  scope: 'process',
} as const;

export async function addOwnProxies(
  proxies: Proxies,
  actor: Actor,
  name: string,
  body: ImportBody,
): Promise<ImportResultWire> {
  const { work, limits } = proxies.kernel;
  const { id } = await work.read((db) => requireResource(db, actor, name));
  const verdict = await limits.consume(linesAMinute, String(actor.accountId), countLines(body));
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
  const list = await parseImport(proxies, body);
  return work.write((tx) => saveImport(proxies, tx, id, body, list));
}

const countLines = ({ text = '', proxies = [] }: ImportBody): number =>
  text.split('\n').length + proxies.length;

/** `resourceId` is null for the pool. */
export async function saveImport(
  proxies: Proxies,
  tx: Tx,
  resourceId: string | null,
  body: ImportBody,
  { accepted, rejected }: ParsedImport,
): Promise<ImportResultWire> {
  const { added, updated, overBudget } = await saveProxies(proxies, tx, resourceId, body, accepted);
  const error = `There is room for ${budgets.ownProxiesPerAccount} proxies.`;
  const allRejected = [...rejected, ...overBudget.map(({ line }) => ({ line, error }))];
  const rejected_total = allRejected.length;
  return { added, updated, rejected: allRejected.slice(0, rejectedShown), rejected_total };
}

async function saveProxies(
  proxies: Proxies,
  tx: Tx,
  resourceId: string | null,
  body: ImportBody,
  accepted: readonly ParsedProxy[],
) {
  const { kernel, poolCache, vault } = proxies;
  const now = kernel.clock.now();
  const all = accepted.map((one) => toImportRow(proxies, body, one, now));
  const { rows, overBudget } = resourceId
    ? await limitToBudget(tx, resourceId, all)
    : { rows: all, overBudget: [] };
  if (rows.length === 0) return { added: 0, updated: 0, overBudget };
  const stored = await upsertProxies(tx, resourceId, rows, now);
  const logins = new Map(rows.map((row) => [row.id, row.login]));
  const sealed = stored.map(({ id, wanted_id }) => ({
    id,
    credentials: vault.seal(id, logins.get(wanted_id)!),
  }));
  await saveCredentials(tx, sealed);
  await kernel.jobs.send(tx, checkQueue, {}, { singletonKey: 'new' });
  await poolCache.publish(tx, { resourceId });
  const added = stored.filter(({ id, wanted_id }) => id === wanted_id).length;
  return { added, updated: rows.length - added, overBudget };
}

/**
 * Splits rows by whether the account's budget allows them; existing proxies always fit. Imports of
 * one account run one after another. Throws `not_found`.
 */
async function limitToBudget(tx: Tx, resourceId: string, all: readonly ImportRow[]) {
  const resource = await lockResource(tx, resourceId);
  if (!resource) throw apiError(commonErrors.notFound);
  await lockResourcesOf(tx, resource.account_id);
  const own = await countOwnProxies(tx, resource.account_id);
  if (own + all.length <= budgets.ownProxiesPerAccount) return { rows: all, overBudget: [] };
  const known = await findExistingIds(tx, resourceId, all);
  let room = budgets.ownProxiesPerAccount - own;
  const rows = all.filter(({ id }) => known.has(id) || room-- > 0);
  const fitting = new Set(rows);
  return { rows, overBudget: all.filter((row) => !fitting.has(row)) };
}

type ImportRow = NewProxy & { line: number; login: { username: string; password: string } };

function toImportRow({ vault }: Proxies, body: ImportBody, one: ParsedProxy, now: Date): ImportRow {
  return {
    id: createId(now),
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

export type ParsedImport = { accepted: ParsedProxy[]; rejected: RejectedLine[] };

/**
 * The last line of each address. Private addresses and invalid lines are rejected with their line.
 */
export async function parseImport(
  proxies: Proxies,
  { text, proxies: entries = [], protocol }: ImportBody,
): Promise<ParsedImport> {
  const parsed = text ? parseProxies(text) : { proxies: [], rejected: [] };
  const rejected: RejectedLine[] = [...parsed.rejected];
  const byAddress = new Map<string, ParsedProxy>();
  const add = (one: ParsedProxy) =>
    byAddress.set(`${one.protocol ?? protocol} ${one.host} ${one.port} ${one.username}`, one);
  for (const one of parsed.proxies) add(one);
  for (const [at, { username = '', password = '', ...rest }] of entries.entries()) {
    const read = validateAddress({ ...rest, username, password });
    if (!read) rejected.push({ line: at + 1, error: 'Check host, port and user name.' });
    else add({ ...(read as ParsedProxy), line: at + 1 });
  }
  const all = [...byAddress.values()];
  const privateProxies = await findPrivate(proxies, all);
  const error = 'This address leads to a private network. Use a public one.';
  for (const { line } of privateProxies) rejected.push({ line, error });
  const accepted = all
    .filter((one) => !privateProxies.has(one))
    .toSorted((a, b) => a.line - b.line);
  return { accepted, rejected };
}

/** Proxies in private networks, as far as their names resolve in time. */
async function findPrivate(proxies: Proxies, all: readonly ParsedProxy[]) {
  const { clock } = proxies.kernel;
  const untilMs = clock.now().getTime() + lookupsMsMax;
  const privateProxies = new Set<ParsedProxy>();
  const unresolved = all.filter(({ host }) => !isPublicAddress(host));
  for (let from = 0; from < unresolved.length; from += lookupsMax) {
    if (clock.now().getTime() >= untilMs) break;
    await Promise.all(
      unresolved.slice(from, from + lookupsMax).map(async (one) => {
        if (!(await isReachable(proxies, one.host))) privateProxies.add(one);
      }),
    );
  }
  return privateProxies;
}

/** An unknown name is accepted: its check will fail, and the guard resolves it for each request. */
async function isReachable({ guard }: Proxies, host: string): Promise<boolean> {
  try {
    await guard.resolveHost(host);
    return true;
  } catch (error) {
    return !(error instanceof ProxyError && error.reason === 'address_refused');
  }
}

export async function deleteOwnProxy(
  { kernel, poolCache }: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
  id: string,
): Promise<void> {
  const resource = await requireResource(tx, actor, name);
  const row = await findCandidate(tx, resource.id, id, kernel.clock.now());
  if (!row) throw apiError(commonErrors.notFound);
  if (row.resource_id === null) throw apiError(proxyIsPools);
  await deleteProxy(tx, id);
  await poolCache.publish(tx, { resourceId: resource.id });
}
