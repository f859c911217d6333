// Resources: made, changed and deleted by their owner, signed in or by key.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type listResources as listing,
  type ResourceWire,
  resourceLimitReached,
} from '../contract.ts';
import type { CreateResourceBody, EditResourceBody } from '../resource-body.ts';
import type { Proxies } from './proxies.ts';
import * as store from './resource-store.ts';
import { showResources } from './resource-wire.ts';

export async function listResources(
  proxies: Proxies,
  db: Db,
  { accountId }: Actor,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listResources(db, accountId, query, page);
  return { results: await showResources(proxies, db, rows), total };
}

/** Throws `not_found` for a name that the caller has not. */
export async function ownResource(
  db: Db,
  { accountId }: Actor,
  name: string,
): Promise<store.ResourceRow> {
  const row = await store.findResource(db, accountId, name);
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

export async function readResource(
  proxies: Proxies,
  db: Db,
  actor: Actor,
  name: string,
): Promise<ResourceWire> {
  const [shown] = await showResources(proxies, db, [await ownResource(db, actor, name)]);
  return shown!;
}

export async function createResource(
  proxies: Proxies,
  actor: Actor,
  body: CreateResourceBody,
): Promise<ResourceWire> {
  const { work, clock } = proxies.kernel;
  const { accountId } = actor;
  const now = clock.now();
  await assertPublic(proxies, body.health_check_url);
  return work.write(async (tx) => {
    await store.lockResourcesOf(tx, accountId);
    if (await store.findResource(tx, accountId, body.name))
      throw new InvalidInput({ name: ['You have a resource with this name.'] });
    const limit =
      (await proxies.resourcesMaxOf(tx, accountId, now)) ?? budgets.proxyResourcesPerAccount;
    if ((await store.countResources(tx, accountId)) >= limit)
      throw apiError(resourceLimitReached, { limit, available: 0 });
    await store.insertResource(tx, {
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
  { name: wanted, ...changes }: EditResourceBody,
): Promise<ResourceWire> {
  const { work, clock } = proxies.kernel;
  if (wanted !== undefined && wanted !== name)
    throw new InvalidInput({ name: ['The name can not be changed. Make a new resource.'] });
  const { id } = await work.read((db) => ownResource(db, actor, name));
  await assertPublic(proxies, changes.health_check_url);
  return work.write(async (tx) => {
    await store.updateResource(tx, id, { ...changes, updated_at: clock.now() });
    await proxies.boards.publish(tx, { resourceId: id });
    return readResource(proxies, tx, actor, name);
  });
}

export async function deleteResource(
  { boards }: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
): Promise<void> {
  const { id } = await ownResource(tx, actor, name);
  await store.deleteResource(tx, id);
  await boards.publish(tx, { resourceId: id });
}

/** Handles `account.deleted`: resources go, and with them the proxies that were brought along. */
export const forgetAccount =
  ({ boards }: Proxies) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    for (const resourceId of await store.deleteResourcesOf(tx, accountId))
      await boards.publish(tx, { resourceId });
  };

/** A name that does not exist yet may come to be; one that leads inside is refused. */
async function assertPublic({ guard }: Proxies, url: string | null | undefined): Promise<void> {
  if (!url) return;
  const { reason = undefined } = await guard
    .find(new URL(url).hostname)
    .then(() => ({}) as { reason?: string })
    .catch((error: { reason?: string }) => error);
  if (reason === 'address_refused')
    throw new InvalidInput({
      health_check_url: ['This address leads to a private network. Use a public one.'],
    });
}
