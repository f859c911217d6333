// Creating, updating and deleting sub-users.
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type CreateSubUserBody,
  type NewSubUserWire,
  type PatchSubUserBody,
  type SubUserWire,
  subUserLimitReached,
} from '../../wire/index.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { lockAccountResources } from '../resources/resource-store.ts';
import { parseAddressRanges, refusal } from './address-ranges.ts';
import {
  clearNetworks,
  findUsedRange,
  listAddresses,
  lockAddresses,
  saveAddresses,
} from './address-store.ts';
import { serializeSubUsers } from './serialize-sub-users.ts';
import { generatePassword, hashPassword } from './sub-user-password.ts';
import * as subUserStore from './sub-user-store.ts';

/** A sub-user in the path of a request. */
export type SubUserPath = { name: string; id: string };

export async function listSubUsers(
  { kernel }: Proxies,
  db: Db,
  actor: Actor,
  name: string,
  filter: subUserStore.SubUserFilter,
  page: PageRequest,
) {
  const resource = await requireResource(db, actor, name);
  const { rows, total } = await subUserStore.listSubUsers(db, resource.id, filter, page);
  return { rows: await serializeSubUsers(db, name, rows, kernel.clock.now()), total };
}

export async function readSubUser(
  { kernel }: Proxies,
  db: Db,
  actor: Actor,
  { name, id }: SubUserPath,
): Promise<SubUserWire> {
  const resource = await requireResource(db, actor, name);
  const row = isUuid(id) ? await subUserStore.findSubUser(db, resource.id, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  const [serialized] = await serializeSubUsers(db, name, [row], kernel.clock.now());
  return serialized!;
}

export async function createSubUser(
  proxies: Proxies,
  tx: Tx,
  actor: Actor,
  name: string,
  { addresses, ...body }: CreateSubUserBody,
): Promise<NewSubUserWire> {
  const now = proxies.kernel.clock.now();
  const resource = await requireResource(tx, actor, name);
  await lockAccountResources(tx, actor.accountId);
  await assertNameAvailable(tx, { resourceId: resource.id, name: body.name });
  const limit = budgets.proxySubUsersPerAccount;
  if ((await subUserStore.countAccountSubUsers(tx, actor.accountId)) >= limit)
    throw apiError(subUserLimitReached, { limit });
  assertSpendHasPrice(body);
  const id = createId(now);
  const password = generatePassword();
  await subUserStore.insertSubUser(tx, {
    id,
    resource_id: resource.id,
    name: body.name,
    is_active: body.is_active,
    ...readLimits(body),
    password_hash: hashPassword(password),
    created_at: now,
    updated_at: now,
  });
  await replaceAddresses(proxies, tx, id, { addresses, isActive: body.is_active });
  return { ...(await readSubUser(proxies, tx, actor, { name, id })), password };
}

export async function editSubUser(
  proxies: Proxies,
  tx: Tx,
  actor: Actor,
  path: SubUserPath,
  { addresses, ...changes }: PatchSubUserBody,
): Promise<SubUserWire> {
  await lockAccountResources(tx, actor.accountId);
  const row = await requireLocked(tx, actor, path);
  const { id, resource_id: resourceId } = row;
  if (changes.name !== undefined)
    await assertNameAvailable(tx, { resourceId, name: changes.name, exceptId: id });
  assertSpendHasPrice({ ...row, ...changes });
  const isActive = changes.is_active ?? row.is_active;
  await subUserStore.updateSubUser(tx, id, {
    ...(changes.name !== undefined && { name: changes.name }),
    is_active: isActive,
    ...readLimits(changes),
    updated_at: proxies.kernel.clock.now(),
  });
  if (addresses !== undefined || isActive !== row.is_active) {
    const current = (await listAddresses(tx, [id])).get(id)?.addresses ?? [];
    await replaceAddresses(proxies, tx, id, { addresses: addresses ?? current, isActive });
  }
  return readSubUser(proxies, tx, actor, path);
}

/**
 * The old password stops working at once, also where addresses replace it; open tunnels are closed
 * at their next check.
 */
export async function rotatePassword(
  proxies: Proxies,
  tx: Tx,
  actor: Actor,
  path: SubUserPath,
): Promise<NewSubUserWire> {
  const { id } = await requireLocked(tx, actor, path);
  const password = generatePassword();
  await subUserStore.updateSubUser(tx, id, {
    password_hash: hashPassword(password),
    updated_at: proxies.kernel.clock.now(),
  });
  await clearNetworks(tx, id);
  return { ...(await readSubUser(proxies, tx, actor, path)), password };
}

export async function deleteSubUser(tx: Tx, actor: Actor, path: SubUserPath): Promise<void> {
  const { id } = await requireLocked(tx, actor, path);
  await subUserStore.deleteSubUser(tx, id);
}

/** The limits that the body sets, as the columns have them. */
function readLimits({
  traffic_limit_bytes,
  requests_limit,
  price_per_gb,
  spend_limit,
}: PatchSubUserBody) {
  const toColumn = (limit: number | null) => (limit === null ? null : BigInt(limit));
  return {
    ...(traffic_limit_bytes !== undefined && {
      traffic_limit_bytes: toColumn(traffic_limit_bytes),
    }),
    ...(requests_limit !== undefined && { requests_limit: toColumn(requests_limit) }),
    ...(price_per_gb !== undefined && { price_per_gb }),
    ...(spend_limit !== undefined && { spend_limit }),
  };
}

type Spending = Pick<PatchSubUserBody, 'price_per_gb' | 'spend_limit'>;

function assertSpendHasPrice({ price_per_gb, spend_limit }: Spending): void {
  if (spend_limit && !price_per_gb)
    throw new InvalidInput({
      price_per_gb: ['A limit in money needs a price per gigabyte. Set one, or remove the limit.'],
    });
}

async function requireLocked(tx: Tx, actor: Actor, { name, id }: SubUserPath) {
  const resource = await requireResource(tx, actor, name);
  const row = isUuid(id) ? await subUserStore.lockSubUser(tx, resource.id, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}

/** The account's resources must be locked. */
async function assertNameAvailable(
  tx: Tx,
  query: Parameters<typeof subUserStore.nameExists>[1],
): Promise<void> {
  if (await subUserStore.nameExists(tx, query))
    throw new InvalidInput({ name: ['This resource has a sub-user with this name.'] });
}

async function replaceAddresses(
  { kernel }: Proxies,
  tx: Tx,
  id: string,
  { addresses, isActive }: { addresses: readonly string[]; isActive: boolean },
): Promise<void> {
  const allowPrivate = kernel.config.PROXY_ALLOW_PRIVATE;
  const ranges = parseAddressRanges(addresses, { allowPrivate });
  await lockAddresses(tx);
  const usedRange = isActive ? await findUsedRange(tx, id, ranges) : undefined;
  if (usedRange)
    throw refusal(
      `“${usedRange}” belongs to another active sub-user. Remove it there, or use the password here.`,
    );
  await saveAddresses(tx, id, { ranges, isActive });
}
