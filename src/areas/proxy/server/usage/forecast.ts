// When a resource will have no proxy left, at the rate of its blocks, and the emails about it.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { daySeconds, hourMs } from '#lib/durations.ts';
import { resourceEmptyEvent, resourceRunningOutEvent } from '../../wire/events.ts';
import { sendExhaustionEmail, sendSharedPoolEmail } from '../emails/pool-emails.ts';
import { countPool } from '../pool/proxy-store.ts';
import type { Proxies } from '../proxies.ts';
import {
  claimAlert,
  countProxies,
  listResourcesToForecast,
  type ProxyCounts,
  type ResourceRow,
} from '../resources/resource-store.ts';
import { countBlocks } from './usage-store.ts';

const lookBackHours = 6;
const warnAheadHours = 6;
const warnAgainMs = 24 * hourMs;
const batchMax = 200;
const oncePerDay = {
  name: 'proxy pool alert',
  points: 1,
  windowSeconds: daySeconds,
  scope: 'shared',
} as const;

/**
 * Null while proxies are released as fast as they are blocked. The rate is the blocks of the last 6
 * hours that still hold, per hour.
 */
export function exhaustionTime(
  { available, blocked }: Pick<ProxyCounts, 'available' | 'blocked'>,
  blocksRecent: number,
  now: Date,
): Date | null {
  if (available === 0) return now;
  const lastingPerHour = Math.min(blocksRecent, blocked) / lookBackHours;
  if (lastingPerHour === 0) return null;
  const hours = available / lastingPerHour;
  return hours > 24 * 30 ? null : new Date(now.getTime() + hours * hourMs);
}

export async function forecastExhaustion(
  db: Db,
  resourceId: string,
  counts: ProxyCounts,
  now: Date,
): Promise<Date | null> {
  const from = new Date(now.getTime() - lookBackHours * hourMs);
  const blocks = await countBlocks(db, resourceId, from);
  return exhaustionTime(counts, blocks, now);
}

/** Notifies the owner at most once a day while a resource in use has no proxies, or soon none. */
export async function warnOfExhaustion(proxies: Proxies): Promise<void> {
  const { work, clock } = proxies.kernel;
  const now = clock.now();
  const usedSince = new Date(now.getTime() - 24 * hourMs);
  const alertedBefore = new Date(now.getTime() - warnAgainMs);
  let afterId: string | undefined;
  do {
    const filter = { usedSince, alertedBefore, afterId };
    const resources = await work.read((db) => listResourcesToForecast(db, filter, batchMax));
    const ids = resources.map(({ id }) => id);
    const counts = await work.read((db) => countProxies(db, ids, now));
    for (const resource of resources)
      await warnOwner(proxies, resource, counts.get(resource.id)!, { now, alertedBefore });
    afterId = resources.length === batchMax ? ids.at(-1) : undefined;
  } while (afterId);
}

async function warnOwner(
  { kernel }: Proxies,
  resource: ResourceRow,
  counts: ProxyCounts,
  { now, alertedBefore }: { now: Date; alertedBefore: Date },
): Promise<void> {
  const end = await kernel.work.replica((db) => forecastExhaustion(db, resource.id, counts, now));
  if (!end || end.getTime() > now.getTime() + warnAheadHours * hourMs) return;
  await kernel.work.write(async (tx) => {
    if (!(await claimAlert(tx, resource.id, now, alertedBefore))) return;
    const account = await findAccount(tx, resource.account_id);
    if (!account || account.status === 'deleted') return;
    await sendExhaustionEmail(kernel, tx, { account, resource, counts, end });
    const event = counts.available === 0 ? resourceEmptyEvent : resourceRunningOutEvent;
    const data = () => toEventData(resource, counts, end);
    await kernel.customerEvents.publish(tx, event, { accountId: resource.account_id, data });
  });
}

const toEventData = ({ name, title, is_active }: ResourceRow, counts: ProxyCounts, end: Date) => ({
  name,
  title,
  is_active,
  proxies_total: counts.total,
  proxies_available: counts.available,
  proxies_blocked: counts.blocked,
  proxies_dead: counts.dead,
  next_release_at: counts.next_release_at?.toISOString() ?? null,
  exhausted_at: end.toISOString(),
});

/**
 * Notifies staff at most once a day while more proxies of the shared pool are dead than working.
 */
export async function warnOfDeadPool({ kernel }: Pick<Proxies, 'kernel'>): Promise<void> {
  const counts = await kernel.work.read(countPool);
  if (counts.dead <= counts.working) return;
  const verdict = await kernel.limits.consume(oncePerDay, 'all');
  if (!verdict.isAllowed) return;
  await kernel.work.write((tx) => sendSharedPoolEmail(kernel, tx, counts));
}
