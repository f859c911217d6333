// Blocks and releases of a pair. The row is locked, so of several at the same time none is lost,
// and what was told is stored before anybody is answered.
import type { Tx } from '#kernel/database/database.ts';
import type { FailureReason } from '../proxy-words.ts';
import { applyEvent, type Pair, type PairEvent } from './pair-states.ts';
import { clearError, lockPair, writePair } from './pair-store.ts';
import type { Proxies } from './proxies.ts';
import type { ResourceRow } from './resource-store.ts';

export async function changePair(
  { kernel, boards }: Proxies,
  tx: Tx,
  resource: Pick<ResourceRow, 'id' | 'max_failures' | 'block_duration_seconds'>,
  proxyId: string,
  event: PairEvent,
  note = '',
): Promise<{ pair: Pair; isNew: boolean }> {
  const now = kernel.clock.now().getTime();
  const rules = {
    failuresMax: resource.max_failures,
    blockMs: resource.block_duration_seconds * 1000,
  };
  const before = await lockPair(tx, resource.id, proxyId);
  const pair = applyEvent(before, event, rules, now);
  await writePair(tx, resource.id, proxyId, pair, note);
  if (event.kind === 'released') await clearError(tx, resource.id, proxyId);
  await boards.publish(tx, { resourceId: resource.id, proxyId, pair });
  return { pair, isNew: before.blockedUntil <= now && pair.blockedUntil > now };
}

/** Stores the block, counts it once, and tells until when it holds. */
export async function blockPair(
  proxies: Proxies,
  tx: Tx,
  resource: Pick<ResourceRow, 'id' | 'max_failures' | 'block_duration_seconds'>,
  proxyId: string,
  block: { reason: FailureReason; durationMs?: number | undefined; note?: string },
): Promise<Pair> {
  const { reason, durationMs, note } = block;
  const event = {
    kind: 'blocked' as const,
    reason,
    ...(durationMs !== undefined && { durationMs }),
  };
  const { pair, isNew } = await changePair(proxies, tx, resource, proxyId, event, note);
  if (isNew)
    proxies.kernel.work.afterCommit(tx, () => proxies.uses.noteBlock(resource.id, proxyId));
  return pair;
}
