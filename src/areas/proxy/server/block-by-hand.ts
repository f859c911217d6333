// What a customer says about a proxy: it is of no use here any more, or it is again.
import type { z } from 'zod';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type BlockAnswerWire,
  type blockProxy,
  type ProxyWire,
  proxyAmbiguous,
} from '../contract.ts';
import { blockPair, changePair } from './block-proxy.ts';
import { type CandidateRow, findCandidates } from './candidate-store.ts';
import { showOne } from './list-proxies.ts';
import { ownResource } from './manage-resources.ts';
import type { Proxies } from './proxies.ts';
import { takeSeat } from './use-seat.ts';

type Body = z.output<(typeof blockProxy)['body']>;

export async function blockByHand(
  proxies: Proxies,
  actor: Actor,
  body: Body,
): Promise<BlockAnswerWire> {
  const { kernel, boards } = proxies;
  const { work } = kernel;
  const { resource, row, pair } = await work.write((tx) => block(proxies, tx, actor, body));
  const { session, country } = body;
  const board = await boards.findById(resource.id);
  const asked = { session, country, keyId: actor.keyId, tried: new Set([row.id]) };
  const seat = board && takeSeat(proxies, board, asked);
  const replacement =
    seat && (await work.read((db) => showOne(proxies, db, actor, resource.id, seat.id)));
  return {
    proxy: row.id,
    resource: resource.name,
    status: 'blocked',
    blocked_until: new Date(pair.blockedUntil).toISOString(),
    block_count: pair.blockCount,
    // Another process may have blocked it in this very moment.
    replacement: replacement?.status === 'available' ? replacement : null,
  };
}

async function block(proxies: Proxies, tx: Tx, actor: Actor, body: Body) {
  const resource = await ownResource(tx, actor, body.resource);
  const now = proxies.kernel.clock.now();
  const row = theOne(await findCandidates(tx, resource.id, body.proxy, now));
  const { duration_seconds, status_code, url, note, reason } = body;
  const pair = await blockPair(proxies, tx, resource, row.id, {
    reason,
    durationMs: duration_seconds && duration_seconds * 1000,
    note: [status_code && `HTTP ${status_code}`, url, note].filter(Boolean).join(' '),
  });
  return { resource, row, pair };
}

/** Of several at one address the one that still works. Throws when that does not tell. */
function theOne(rows: readonly CandidateRow[]): CandidateRow {
  if (rows.length === 0) throw apiError(commonErrors.notFound);
  const unblocked = rows.filter(({ status }) => status !== 'blocked');
  const [row, ...others] = unblocked.length > 0 ? unblocked : rows;
  if (!row || others.length > 0) throw apiError(proxyAmbiguous);
  return row;
}

export async function releaseByHand(
  proxies: Proxies,
  actor: Actor,
  name: string,
  id: string,
): Promise<ProxyWire> {
  await proxies.kernel.work.read((db) => ownResource(db, actor, name));
  // What still waits to be stored would bring the failures back.
  await proxies.uses.flush();
  return proxies.kernel.work.write(async (tx) => {
    const resource = await ownResource(tx, actor, name);
    const before = await showOne(proxies, tx, actor, resource.id, id);
    await changePair(proxies, tx, resource, before.id, { kind: 'released' });
    return showOne(proxies, tx, actor, resource.id, before.id);
  });
}
