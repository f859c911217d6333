// Creating, updating and deleting resources.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type listResources as listing,
  type ResourceWire,
  resourceLimitReached,
} from '../../wire/index.ts';
import type { CreateResourceBody, EditResourceBody } from '../../wire/resources.ts';
import type { Proxies } from '../proxies.ts';
import * as resourceStore from './resource-store.ts';
import { serializeResources } from './serialize-resources.ts';

export async function listResources(
  proxies: Proxies,
  db: Db,
  { accountId }: Actor,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await resourceStore.listResources(db, accountId, query, page);
  return { rows: await serializeResources(proxies, db, rows), total };
}

/** Throws `not_found` when the account has no resource with this name. */
export async function requireResource(
  db: Db,
  { accountId }: Actor,
  name: string,
): Promise<resourceStore.ResourceRow> {
  const row = await resourceStore.findResource(db, accountId, name);
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export async function readResource(
  proxies: Proxies,
  db: Db,
  actor: Actor,
  name: string,
): Promise<ResourceWire> {
  const [serialized] = await serializeResources(proxies, db, [
    await requireResource(db, actor, name),
  ]);
  return serialized!;
}

export async function createResource(
  proxies: Proxies,
  actor: Actor,
  body: CreateResourceBody,
  write: LastWrite<ResourceWire> = proxies.kernel.work.write,
): Promise<ResourceWire> {
  const { clock } = proxies.kernel;
  const { accountId } = actor;
  const now = clock.now();
  await assertPublic(proxies, body.health_check_url);
  return write(async (tx) => {
    await resourceStore.lockAccountResources(tx, accountId);
    if (await resourceStore.findResource(tx, accountId, body.name))
      throw new InvalidInput({ name: ['You have a resource with this name.'] });
    const limit =
      (await proxies.readResourcesMax(tx, accountId, now)) ?? budgets.proxyResourcesPerAccount;
    if ((await resourceStore.countResources(tx, accountId)) >= limit)
      throw apiError(resourceLimitReached, { limit, available: 0 });
    await resourceStore.insertResource(tx, {
      id: createId(now),
      account_id: accountId,
      ...body,
      created_at: now,
      updated_at: now,
    });
    return readResource(proxies, tx, actor, body.name);
  });
}

export async function editResource(
  proxies: Proxies,
  actor: Actor,
  name: string,
  { name: newName, ...changes }: EditResourceBody,
): Promise<ResourceWire> {
  const { work, clock } = proxies.kernel;
  if (newName !== undefined && newName !== name)
    throw new InvalidInput({ name: ['The name cannot be changed. Create a new resource.'] });
  const { id } = await work.read((db) => requireResource(db, actor, name));
  await assertPublic(proxies, changes.health_check_url);
  return work.write(async (tx) => {
    await resourceStore.updateResource(tx, id, { ...changes, updated_at: clock.now() });
    await proxies.poolCache.publish(tx, { resourceId: id });
    return readResource(proxies, tx, actor, name);
  });
}

export async function deleteResource(
  { poolCache }: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
): Promise<void> {
  const { id } = await requireResource(tx, actor, name);
  await resourceStore.deleteResource(tx, id);
  await poolCache.publish(tx, { resourceId: id });
}

/** Handles `account.deleted`: deletes its resources, and their own proxies with them. */
export const deleteAccountResources =
  ({ poolCache }: Proxies) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    for (const resourceId of await resourceStore.deleteAccountResources(tx, accountId))
      await poolCache.publish(tx, { resourceId });
  };

/** Rejects private addresses. A host name that does not resolve yet is allowed. */
async function assertPublic({ guard }: Proxies, url: string | null | undefined): Promise<void> {
  if (!url) return;
  const { reason = undefined } = await guard
    .resolveHost(new URL(url).hostname)
    .then(() => ({}) as { reason?: string })
    .catch((error: { reason?: string }) => error);
  if (reason === 'address_refused')
    throw new InvalidInput({
      health_check_url: ['This address leads to a private network. Use a public one.'],
    });
}
