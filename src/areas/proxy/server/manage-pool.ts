// The shared pool, as staff keep it.
import type { z } from 'zod';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { fail } from '#server/http/errors.ts';
import type { listPool as listing, PoolProxyWire, patchPoolProxy } from '../contract.ts';
import type { Proxies } from './proxies.ts';
import * as store from './proxy-store.ts';
import { showPoolProxy } from './proxy-wire.ts';

export async function listPool(
  { kernel }: Proxies,
  query: z.output<(typeof listing)['query']>,
  page: PageRequest,
) {
  const db = kernel.database.read;
  const { rows, total } = await store.listPool(db, query, kernel.clock.now(), page);
  const counts = await store.countPool(db);
  const sum = Object.values(counts).reduce((all, count) => all + count, 0);
  return { results: rows.map(showPoolProxy), total, counts: { total: sum, ...counts } };
}

export async function findInPool({ kernel }: Proxies, id: string): Promise<store.PoolRow> {
  const row =
    isId(id) && (await store.findPoolProxy(kernel.database.write, id, kernel.clock.now()));
  if (!row) throw fail(commonErrors.notFound);
  return row;
}

const isId = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);

export async function editPool(
  proxies: Proxies,
  id: string,
  changes: z.output<(typeof patchPoolProxy)['body']>,
): Promise<PoolProxyWire> {
  await findInPool(proxies, id);
  if (Object.keys(changes).length > 0)
    await store.updateProxy(proxies.kernel.database.write, id, changes);
  proxies.boards.forgetAll();
  return showPoolProxy(await findInPool(proxies, id));
}

export async function deletePool(proxies: Proxies, id: string): Promise<void> {
  await findInPool(proxies, id);
  await store.deleteProxy(proxies.kernel.database.write, id);
  proxies.boards.forgetAll();
}
