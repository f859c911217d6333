// Resources: made, changed and deleted by their owner, signed in or by key.
import type { z } from 'zod';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { Tx } from '#server/database/database.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Actor } from '#server/ports.ts';
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
  { accountId }: Actor,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listResources(
    proxies.kernel.database.read,
    accountId,
    query,
    page,
  );
  return { results: await showResources(proxies, rows), total };
}

/** Throws `not_found` for a name that the caller has not. */
export async function ownResource(
  { kernel }: Proxies,
  { accountId }: Actor,
  name: string,
): Promise<store.ResourceRow> {
  const row = await store.findResource(kernel.database.write, accountId, name);
  if (!row) throw fail(commonErrors.notFound);
  return row;
}

export async function readResource(
  proxies: Proxies,
  actor: Actor,
  name: string,
): Promise<ResourceWire> {
  const [shown] = await showResources(proxies, [await ownResource(proxies, actor, name)]);
  return shown!;
}

export async function createResource(
  proxies: Proxies,
  actor: Actor,
  body: CreateResourceBody,
): Promise<ResourceWire> {
  const { database, clock } = proxies.kernel;
  const { accountId } = actor;
  const now = clock.now();
  await assertPublic(proxies, body.health_check_url);
  await database.transaction(async (tx) => {
    await store.lockResourcesOf(tx, accountId);
    if (await store.findResource(tx, accountId, body.name))
      throw new InvalidInput({ name: ['You have a resource with this name.'] });
    const most = await proxies.resourcesMaxOf(tx, accountId, now);
    if (most !== null && (await store.countResources(tx, accountId)) >= most)
      throw fail(resourceLimitReached, { available: most });
    await store.insertResource(tx, {
      id: newId(now),
      account_id: accountId,
      ...body,
      created_at: now,
      updated_at: now,
    });
  });
  return readResource(proxies, actor, body.name);
}

export async function editResource(
  proxies: Proxies,
  actor: Actor,
  name: string,
  { name: wanted, ...changes }: EditResourceBody,
): Promise<ResourceWire> {
  const { kernel, boards } = proxies;
  if (wanted !== undefined && wanted !== name)
    throw new InvalidInput({ name: ['The name can not be changed. Make a new resource.'] });
  const { id } = await ownResource(proxies, actor, name);
  await assertPublic(proxies, changes.health_check_url);
  const updated_at = kernel.clock.now();
  await kernel.database.transaction(async (tx) => {
    await store.updateResource(tx, id, { ...changes, updated_at });
    await boards.tell(tx, { resourceId: id });
  });
  boards.apply({ resourceId: id });
  return readResource(proxies, actor, name);
}

export async function deleteResource(proxies: Proxies, actor: Actor, name: string): Promise<void> {
  const { kernel, boards } = proxies;
  const { id } = await ownResource(proxies, actor, name);
  await kernel.database.transaction(async (tx) => {
    await store.deleteResource(tx, id);
    await boards.tell(tx, { resourceId: id });
  });
  boards.apply({ resourceId: id });
}

/** Handles `account.deleted`: resources go, and with them the proxies that were brought along. */
export const forgetAccount =
  ({ boards }: Proxies) =>
  async (tx: Tx, { accountId }: { accountId: number }): Promise<void> => {
    for (const resourceId of await store.deleteResourcesOf(tx, accountId))
      await boards.tell(tx, { resourceId });
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
