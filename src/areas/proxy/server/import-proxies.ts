// Proxies that staff add to the pool, or a customer to a resource. What is there already gets its
// new credentials, so a list can be pasted again.

import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type ImportBody, type ImportResultWire, proxyIsPools } from '../contract.ts';
import { isPublicAddress } from './address-guard.ts';
import { findCandidate } from './candidate-store.ts';
import { checkQueue } from './check-proxies.ts';
import { ownResource } from './manage-resources.ts';
import { checked, type ParsedProxy, parseProxies, type Rejected } from './parse-proxies.ts';
import type { Proxies } from './proxies.ts';
import { ProxyFailure } from './proxy-failure.ts';
import {
  countOwn,
  deleteProxy,
  findKnown,
  type NewProxy,
  upsertProxies,
  writeCredentials,
} from './proxy-store.ts';
import { lockResource, lockResourcesOf } from './resource-store.ts';

const lookupsMax = 16;
/** A list of thousands of names that nobody answers for must not hold up its sender. */
const lookupsMsMax = 5000;
const rejectedShown = 100;
const linesAMinute = {
  name: 'lines of proxies',
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
  const { id } = await work.read((db) => ownResource(db, actor, name));
  const verdict = await limits.take(linesAMinute, String(actor.accountId), countLines(body));
  if (!verdict.isAllowed)
    throw apiError(commonErrors.throttled, { retry_after: verdict.resetSeconds });
  const list = await readList(proxies, body);
  return work.write((tx) => storeList(proxies, tx, id, body, list));
}

const countLines = ({ text = '', proxies = [] }: ImportBody): number =>
  text.split('\n').length + proxies.length;

/** `resourceId` is null for the pool. */
export async function storeList(
  proxies: Proxies,
  tx: Tx,
  resourceId: string | null,
  body: ImportBody,
  { wanted, rejected }: ReadList,
): Promise<ImportResultWire> {
  const { added, updated, crowded } = await storeWanted(proxies, tx, resourceId, body, wanted);
  const error = `There is room for ${budgets.ownProxiesPerAccount} proxies.`;
  const refused = [...rejected, ...crowded.map(({ line }) => ({ line, error }))];
  const rejected_total = refused.length;
  return { added, updated, rejected: refused.slice(0, rejectedShown), rejected_total };
}

async function storeWanted(
  proxies: Proxies,
  tx: Tx,
  resourceId: string | null,
  body: ImportBody,
  wanted: readonly ParsedProxy[],
) {
  const { kernel, boards, vault } = proxies;
  const now = kernel.clock.now();
  const all = wanted.map((one) => newRow(proxies, body, one, now));
  const { rows, crowded } = resourceId
    ? await fitInto(tx, resourceId, all)
    : { rows: all, crowded: [] };
  if (rows.length === 0) return { added: 0, updated: 0, crowded };
  const stored = await upsertProxies(tx, resourceId, rows, now);
  const logins = new Map(rows.map((row) => [row.id, row.login]));
  const sealed = stored.map(({ id, wanted_id }) => ({
    id,
    credentials: vault.seal(id, logins.get(wanted_id)!),
  }));
  await writeCredentials(tx, sealed);
  await kernel.jobs.send(tx, checkQueue, {}, { singletonKey: 'new' });
  await boards.publish(tx, { resourceId });
  const added = stored.filter(({ id, wanted_id }) => id === wanted_id).length;
  return { added, updated: rows.length - added, crowded };
}

/**
 * Which of them there is room for: what is there already needs none. Imports of one account are
 * counted one after another. Throws `not_found`.
 */
async function fitInto(tx: Tx, resourceId: string, all: readonly Row[]) {
  const resource = await lockResource(tx, resourceId);
  if (!resource) throw apiError(commonErrors.notFound);
  await lockResourcesOf(tx, resource.account_id);
  const own = await countOwn(tx, resource.account_id);
  if (own + all.length <= budgets.ownProxiesPerAccount) return { rows: all, crowded: [] };
  const known = await findKnown(tx, resourceId, all);
  let room = budgets.ownProxiesPerAccount - own;
  const rows = all.filter(({ id }) => known.has(id) || room-- > 0);
  const fitting = new Set(rows);
  return { rows, crowded: all.filter((row) => !fitting.has(row)) };
}

type Row = NewProxy & { line: number; login: { username: string; password: string } };

function newRow({ vault }: Proxies, body: ImportBody, one: ParsedProxy, now: Date): Row {
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

export type ReadList = { wanted: ParsedProxy[]; rejected: Rejected[] };

/** Each address once, the last line of it; private ones and broken lines are told by number. */
export async function readList(
  proxies: Proxies,
  { text, proxies: given = [], protocol }: ImportBody,
): Promise<ReadList> {
  const parsed = text ? parseProxies(text) : { proxies: [], rejected: [] };
  const rejected: Rejected[] = [...parsed.rejected];
  const byAddress = new Map<string, ParsedProxy>();
  const add = (one: ParsedProxy) =>
    byAddress.set(`${one.protocol ?? protocol} ${one.host} ${one.port} ${one.username}`, one);
  for (const one of parsed.proxies) add(one);
  for (const [at, { username = '', password = '', ...rest }] of given.entries()) {
    const read = checked({ ...rest, username, password });
    if (!read) rejected.push({ line: at + 1, error: 'Check host, port and user name.' });
    else add({ ...(read as ParsedProxy), line: at + 1 });
  }
  const all = [...byAddress.values()];
  const inside = await findInside(proxies, all);
  const error = 'This address leads to a private network. Use a public one.';
  for (const { line } of inside) rejected.push({ line, error });
  const wanted = all.filter((one) => !inside.has(one)).toSorted((a, b) => a.line - b.line);
  return { wanted, rejected };
}

/** Those that lead to a private network, as far as there is time to ask. */
async function findInside(proxies: Proxies, all: readonly ParsedProxy[]) {
  const { clock } = proxies.kernel;
  const untilMs = clock.now().getTime() + lookupsMsMax;
  const inside = new Set<ParsedProxy>();
  const asked = all.filter(({ host }) => !isPublicAddress(host));
  for (let from = 0; from < asked.length; from += lookupsMax) {
    if (clock.now().getTime() >= untilMs) break;
    await Promise.all(
      asked.slice(from, from + lookupsMax).map(async (one) => {
        if (!(await isReachable(proxies, one.host))) inside.add(one);
      }),
    );
  }
  return inside;
}

/** A name that is unknown today is kept: its check says so, and the guard asks again each time. */
async function isReachable({ guard }: Proxies, host: string): Promise<boolean> {
  try {
    await guard.find(host);
    return true;
  } catch (error) {
    return !(error instanceof ProxyFailure && error.reason === 'address_refused');
  }
}

export async function deleteOwnProxy(
  { kernel, boards }: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
  id: string,
): Promise<void> {
  const resource = await ownResource(tx, actor, name);
  const row = await findCandidate(tx, resource.id, id, kernel.clock.now());
  if (!row) throw apiError(commonErrors.notFound);
  if (row.resource_id === null) throw apiError(proxyIsPools);
  await deleteProxy(tx, id);
  await boards.publish(tx, { resourceId: resource.id });
}
