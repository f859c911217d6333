// A ban counts by distinct addresses: one forbidden page is no ban of the proxy. At the resource's
// threshold the proxy is blocked.
import { createHash } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import type { Proxies } from '../proxies.ts';
import { lockResource, type ResourceRow } from '../resources/resource-store.ts';
import { type BanRecord, hasOtherAvailable, saveBan } from './ban-store.ts';
import { type Ban, formatBanNote } from './find-ban.ts';
import { lockHealth } from './proxy-health-store.ts';
import { blockForResource } from './transition-health.ts';

/** Without the fragment, which is never sent. */
const hashUrl = ({ origin, pathname, search }: URL): Buffer =>
  createHash('sha256').update(`${origin}${pathname}${search}`).digest().subarray(0, 16);

/** Stores the ban, and the block that it leads to, before it resolves. */
export function recordBan(
  proxies: Proxies,
  resource: ResourceRow,
  proxyId: string,
  { ban, url }: { ban: Ban; url: URL },
): Promise<void> {
  const record = { resourceId: resource.id, proxyId, urlHash: hashUrl(url) };
  return proxies.recentBans.saveOnce(record, () =>
    proxies.kernel.work.write((tx) => saveAndBlock(proxies, tx, resource, record, ban)),
  );
}

async function saveAndBlock(
  proxies: Proxies,
  tx: Tx,
  resource: ResourceRow,
  record: BanRecord,
  ban: Ban,
): Promise<void> {
  const { id, ban_threshold, ban_window_seconds } = resource;
  const now = proxies.kernel.clock.now();
  const since = new Date(now.getTime() - ban_window_seconds * 1000);
  // One address can block here, so two proxies must not find each other available.
  if (ban_threshold === 1) await lockResource(tx, id);
  if (!(await lockHealth(tx, id, record.proxyId))) return;
  const count = await saveBan(tx, record, { now, since });
  if (count < ban_threshold) return;
  const isLastForOne = count === 1 && !(await hasOtherAvailable(tx, id, record.proxyId, now));
  if (isLastForOne) return;
  await blockForResource(proxies, tx, resource, record.proxyId, {
    reason: 'banned',
    note: formatBanNote(ban),
  });
}
