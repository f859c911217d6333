// Manual blocks and releases by customers.
import type { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type BlockResultWire,
  type blockProxy as blockEndpoint,
  type ProxyWire,
  proxyAmbiguous,
} from '../../wire/index.ts';
import type { Proxies } from '../proxies.ts';
import { requireResource } from '../resources/manage-resources.ts';
import { type CandidateRow, findCandidates } from '../selection/candidate-store.ts';
import { readProxy } from '../selection/list-proxies.ts';
import { takeProxy } from '../selection/select-proxy.ts';
import { blockForResource, transitionHealth } from './transition-health.ts';

type BlockBody = z.output<(typeof blockEndpoint)['body']>;

export async function blockProxy(
  proxies: Proxies,
  actor: Actor,
  body: BlockBody,
): Promise<BlockResultWire> {
  const { kernel, poolCache } = proxies;
  const { work } = kernel;
  const { resource, row, health } = await work.write((tx) => block(proxies, tx, actor, body));
  const { session, country } = body;
  const pool = await poolCache.findById(resource.id);
  const request = { session, country, keyId: actor.keyId, triedIds: new Set([row.id]) };
  const candidate = pool && takeProxy(proxies, pool, request);
  const replacement =
    candidate &&
    (await work.read((db) => readProxy(proxies, db, actor, resource.id, candidate.id)));
  return {
    proxy: row.id,
    resource: resource.name,
    status: 'blocked',
    blocked_until: new Date(health.blockedUntil).toISOString(),
    block_count: health.blockCount,
    // Another process may just have blocked it.
    replacement: replacement?.status === 'available' ? replacement : null,
  };
}

async function block(proxies: Proxies, tx: Tx, actor: Actor, body: BlockBody) {
  const resource = await requireResource(tx, actor, body.resource);
  const now = proxies.kernel.clock.now();
  const row = pickOne(await findCandidates(tx, resource.id, body.proxy, now));
  const { duration_seconds, status_code, url, note, reason } = body;
  const health = await blockForResource(proxies, tx, resource, row.id, {
    reason,
    durationMs: duration_seconds && duration_seconds * 1000,
    note: [status_code && `HTTP ${status_code}`, url, note].filter(Boolean).join(' '),
  });
  if (!health) throw apiError(commonErrors.notFound);
  return { resource, row, health };
}

/**
 * Of several proxies at one address, the only unblocked one. Throws `proxy_ambiguous` otherwise.
 */
function pickOne(rows: readonly CandidateRow[]): CandidateRow {
  if (rows.length === 0) throw apiError(commonErrors.notFound);
  const unblocked = rows.filter(({ status }) => status !== 'blocked');
  const [row, ...others] = unblocked.length > 0 ? unblocked : rows;
  if (!row || others.length > 0) throw apiError(proxyAmbiguous);
  return row;
}

export async function releaseProxy(
  proxies: Proxies,
  actor: Actor,
  name: string,
  id: string,
): Promise<ProxyWire> {
  await proxies.kernel.work.read((db) => requireResource(db, actor, name));
  // Buffered failures would otherwise be stored after the release.
  await proxies.usage.flush();
  return proxies.kernel.work.write(async (tx) => {
    const resource = await requireResource(tx, actor, name);
    const before = await readProxy(proxies, tx, actor, resource.id, id);
    await transitionHealth(proxies, tx, resource, before.id, { kind: 'released' });
    return readProxy(proxies, tx, actor, resource.id, before.id);
  });
}
