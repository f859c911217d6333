// Sources of a resource, and of the shared pool, whose `resourceId` is null.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { RowCount } from '#kernel/http/responses/pages.ts';
import { createId } from '#kernel/ids.ts';
import { AddressError } from '#kernel/outbound/address-guard.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import type { CreateSourceBody, UpdateSourceBody } from '../../wire/proxy-sources.form.ts';
import { type ProxySourceWire, sourceLimitReached } from '../../wire/proxy-sources.ts';
import type { Proxies } from '../proxies.ts';
import { lockAccountResources, lockResource } from '../resources/resource-store.ts';
import { refreshQueue } from './refresh-sources.ts';
import { serializeSource } from './serialize-source.ts';
import { openSecrets, type SourceSecrets, secretColumns } from './source-secrets.ts';
import * as sourceStore from './source-store.ts';

/** `showsAddress` is false for those who may not see credentials. */
export type SourceOwner = { resourceId: string | null; showsAddress: boolean };

export async function listSources(
  proxies: Proxies,
  db: Db,
  owner: SourceOwner,
  page: PageRequest,
): Promise<{ rows: ProxySourceWire[]; total: RowCount }> {
  const { rows, total } = await sourceStore.listSourceRows(db, owner.resourceId, page);
  return { rows: rows.map((row) => serialize(proxies, owner, row)), total };
}

const serialize = (
  { vault, kernel }: Proxies,
  { showsAddress }: SourceOwner,
  row: sourceStore.CountedSource,
): ProxySourceWire => serializeSource(row, { vault, showsAddress, now: kernel.clock.now() });

/** Throws `not_found`, also for a source of another resource. */
async function requireSource(
  db: Db,
  { resourceId }: SourceOwner,
  id: string,
): Promise<sourceStore.CountedSource> {
  const row = isUuid(id) ? await sourceStore.findSource(db, resourceId, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export const readSource = async (
  proxies: Proxies,
  db: Db,
  owner: SourceOwner,
  id: string,
): Promise<ProxySourceWire> => serialize(proxies, owner, await requireSource(db, owner, id));

/** In the transaction of the creation. The address was checked before. */
export async function createSource(
  proxies: Proxies,
  tx: Tx,
  owner: SourceOwner,
  { url, authorization, username, password, ...values }: CreateSourceBody,
): Promise<ProxySourceWire> {
  const { kernel, vault } = proxies;
  await limitSources(tx, owner.resourceId);
  const now = kernel.clock.now();
  const id = createId(now);
  const secrets: SourceSecrets = {
    url,
    authorization: authorization || null,
    login: { username: username ?? '', password: password ?? '' },
  };
  await sourceStore.insertSource(tx, {
    ...values,
    id,
    resource_id: owner.resourceId,
    ...secretColumns(vault, id, secrets),
    next_refresh_at: now,
    created_at: now,
    updated_at: now,
  });
  await requestRefresh(proxies, tx);
  return readSource(proxies, tx, owner, id);
}

/** Throws `not_found` for a deleted resource. */
async function limitSources(tx: Tx, resourceId: string | null): Promise<void> {
  if (resourceId === null) {
    await sourceStore.lockPoolSources(tx);
    const limit = budgets.poolSources;
    if ((await sourceStore.countPoolSources(tx)) >= limit)
      throw apiError(sourceLimitReached, { limit });
    return;
  }
  const resource = await lockResource(tx, resourceId);
  if (!resource) throw apiError(commonErrors.notFound);
  await lockAccountResources(tx, resource.account_id);
  const limit = budgets.proxySourcesPerAccount;
  if ((await sourceStore.countAccountSources(tx, resource.account_id)) >= limit)
    throw apiError(sourceLimitReached, { limit });
}

/** An edited source is refreshed at once, and its list counts as changed. */
export async function updateSource(
  proxies: Proxies,
  tx: Tx,
  owner: SourceOwner,
  id: string,
  { url, authorization, username, password, ...values }: UpdateSourceBody,
): Promise<ProxySourceWire> {
  const { kernel, vault } = proxies;
  const row = await requireSource(tx, owner, id);
  const before = openSecrets(vault, id, row.secrets);
  const secrets: SourceSecrets = {
    url: url ?? before?.url ?? '',
    authorization: (authorization === undefined ? before?.authorization : authorization) || null,
    login: {
      username: (username === undefined ? before?.login.username : username) ?? '',
      password: (password === undefined ? before?.login.password : password) ?? '',
    },
  };
  if (secrets.url === '') throw new InvalidInput({ url: ['Enter the address again.'] });
  const now = kernel.clock.now();
  await sourceStore.updateSourceRow(tx, id, {
    ...values,
    ...secretColumns(vault, id, secrets),
    content_hash: null,
    etag: null,
    last_modified: null,
    next_refresh_at: now,
    updated_at: now,
  });
  await requestRefresh(proxies, tx);
  return readSource(proxies, tx, owner, id);
}

export async function requestSourceRefresh(
  proxies: Proxies,
  tx: Tx,
  owner: SourceOwner,
  id: string,
): Promise<ProxySourceWire> {
  await requireSource(tx, owner, id);
  await sourceStore.updateSourceRow(tx, id, { next_refresh_at: proxies.kernel.clock.now() });
  await requestRefresh(proxies, tx);
  return readSource(proxies, tx, owner, id);
}

const requestRefresh = ({ kernel }: Proxies, tx: Tx) =>
  kernel.jobs.send(tx, refreshQueue, {}, { singletonKey: 'new' });

/** With its proxies. */
export async function deleteSource(
  { poolCache }: Proxies,
  tx: Tx,
  owner: SourceOwner,
  id: string,
): Promise<void> {
  await requireSource(tx, owner, id);
  await sourceStore.deleteSourceRow(tx, id);
  await poolCache.publish(tx, { resourceId: owner.resourceId });
}

/** Rejects private addresses. A host name that does not resolve yet is allowed. */
export async function assertPublicAddress(
  { guard }: Proxies,
  url: string | undefined,
): Promise<void> {
  if (url === undefined) return;
  try {
    await guard.resolveHost(new URL(url).hostname);
  } catch (error) {
    if (error instanceof AddressError && error.reason === 'address_refused')
      throw new InvalidInput({
        url: ['This address leads to a private network. Use a public one.'],
      });
  }
}
