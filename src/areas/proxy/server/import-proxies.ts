// Proxies that staff add to the pool, or a customer to a resource. What is there already gets its
// new credentials, so a list can be pasted again.
import { commonErrors } from '#lib/endpoint.ts';
import type { Tx } from '#server/database/database.ts';
import { fail } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Actor } from '#server/ports.ts';
import { type ImportBody, type ImportResultWire, proxiesMax, proxyIsPools } from '../contract.ts';
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
  type NewProxy,
  upsertProxies,
  writeCredentials,
} from './proxy-store.ts';
import { lockResource } from './resource-store.ts';

const lookupsMax = 16;
/** A list of thousands of names that nobody answers for must not hold up its sender. */
const lookupsMsMax = 5000;
const rejectedShown = 100;

export async function addOwnProxies(
  proxies: Proxies,
  actor: Actor,
  name: string,
  body: ImportBody,
): Promise<ImportResultWire> {
  const { id } = await ownResource(proxies, actor, name);
  return importProxies(proxies, id, body);
}

/** `resourceId` is null for the pool. */
export async function importProxies(
  proxies: Proxies,
  resourceId: string | null,
  body: ImportBody,
): Promise<ImportResultWire> {
  const { kernel, boards } = proxies;
  const { wanted, rejected } = await readBody(proxies, body);
  const { added, updated, crowded } = await kernel.database.transaction((tx) =>
    storeWanted(proxies, tx, resourceId, body, wanted),
  );
  boards.apply({ resourceId });
  for (const { line } of crowded)
    rejected.push({ line, error: `There is room for ${proxiesMax} proxies.` });
  const rejected_total = rejected.length;
  return { added, updated, rejected: rejected.slice(0, rejectedShown), rejected_total };
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
  const room = resourceId ? await findRoom(tx, resourceId) : proxiesMax;
  const crowded = wanted.slice(room);
  const rows = wanted.slice(0, room).map((one) => newRow(proxies, body, one, now));
  if (rows.length === 0) return { added: 0, updated: 0, crowded };
  const stored = await upsertProxies(tx, resourceId, rows, now);
  const logins = new Map(rows.map((row) => [row.id, row.login]));
  const sealed = stored.map(({ id, wanted_id }) => ({
    id,
    credentials: vault.seal(id, logins.get(wanted_id)!),
  }));
  await writeCredentials(tx, sealed);
  await kernel.jobs.send(tx, checkQueue, {}, { singletonKey: 'new' });
  await boards.tell(tx, { resourceId });
  const added = stored.filter(({ id, wanted_id }) => id === wanted_id).length;
  return { added, updated: rows.length - added, crowded };
}

/** Imports into one resource are counted one after another. Throws `not_found`. */
async function findRoom(tx: Tx, resourceId: string): Promise<number> {
  if (!(await lockResource(tx, resourceId))) throw fail(commonErrors.notFound);
  return Math.max(0, proxiesMax - (await countOwn(tx, resourceId)));
}

type Row = NewProxy & { login: { username: string; password: string } };

function newRow({ vault }: Proxies, body: ImportBody, one: ParsedProxy, now: Date): Row {
  return {
    id: newId(now),
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

/** Each address once, the last line of it; private ones and broken lines are told by number. */
async function readBody(proxies: Proxies, { text, proxies: given = [], protocol }: ImportBody) {
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
  proxies: Proxies,
  actor: Actor,
  name: string,
  id: string,
): Promise<void> {
  const { kernel, boards } = proxies;
  const resource = await ownResource(proxies, actor, name);
  const row = await findCandidate(kernel.database.write, resource.id, id, kernel.clock.now());
  if (!row) throw fail(commonErrors.notFound);
  if (row.resource_id === null) throw fail(proxyIsPools);
  await kernel.database.transaction(async (tx) => {
    await deleteProxy(tx, id);
    await boards.tell(tx, { resourceId: resource.id });
  });
  boards.apply({ resourceId: resource.id });
}
