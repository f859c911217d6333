// When a resource has no proxy left, at the pace of its blocks; and who is told.
import { findAccount } from '#areas/accounts/server/index.ts';
import type { Db } from '#kernel/database/database.ts';
import { sendPoolMail, sendSharedPoolMail } from './emails/pool-mails.ts';
import { countBlocks } from './figures-store.ts';
import type { Proxies } from './proxies.ts';
import { countPool } from './proxy-store.ts';
import {
  type Counts,
  claimAlert,
  countProxies,
  listToForecast,
  type ResourceRow,
} from './resource-store.ts';

const hourMs = 3_600_000;
const lookBackHours = 6;
const tellAheadHours = 6;
const tellAgainMs = 24 * hourMs;
const batchMax = 200;
const oncePerDay = {
  name: 'proxy pool alert',
  points: 1,
  windowSeconds: 86_400,
  scope: 'shared',
} as const;

/**
 * Null while proxies come back as fast as they go. Blocks of the last 6 hours less what stands
 * released of them, spread over those hours, is the pace.
 */
export function forecast(
  { available, blocked }: Pick<Counts, 'available' | 'blocked'>,
  blocksRecent: number,
  now: Date,
): Date | null {
  if (available === 0) return now;
  const lastingPerHour = Math.min(blocksRecent, blocked) / lookBackHours;
  if (lastingPerHour === 0) return null;
  const hours = available / lastingPerHour;
  return hours > 24 * 30 ? null : new Date(now.getTime() + hours * hourMs);
}

export async function exhaustedAt(
  db: Db,
  resourceId: string,
  counts: Counts,
  now: Date,
): Promise<Date | null> {
  const from = new Date(now.getTime() - lookBackHours * hourMs);
  const blocks = await countBlocks(db, resourceId, from);
  return forecast(counts, blocks, now);
}

/** Tells owners once a day, while a resource in use has no proxies or will have none soon. */
export async function warnOfExhaustion(proxies: Proxies): Promise<void> {
  const { work, clock } = proxies.kernel;
  const now = clock.now();
  const usedSince = new Date(now.getTime() - 24 * hourMs);
  const toldBefore = new Date(now.getTime() - tellAgainMs);
  let afterId: string | undefined;
  do {
    const wanted = { usedSince, toldBefore, afterId };
    const resources = await work.read((db) => listToForecast(db, wanted, batchMax));
    const ids = resources.map(({ id }) => id);
    const counts = await work.read((db) => countProxies(db, ids, now));
    for (const resource of resources)
      await warnOf(proxies, resource, counts.get(resource.id)!, { now, toldBefore });
    afterId = resources.length === batchMax ? ids.at(-1) : undefined;
  } while (afterId);
}

async function warnOf(
  { kernel }: Proxies,
  resource: ResourceRow,
  counts: Counts,
  { now, toldBefore }: { now: Date; toldBefore: Date },
): Promise<void> {
  const end = await kernel.work.replica((db) => exhaustedAt(db, resource.id, counts, now));
  if (!end || end.getTime() > now.getTime() + tellAheadHours * hourMs) return;
  await kernel.work.write(async (tx) => {
    if (!(await claimAlert(tx, resource.id, now, toldBefore))) return;
    const account = await findAccount(tx, resource.account_id);
    if (!account || account.status === 'deleted') return;
    await sendPoolMail(kernel, tx, { account, resource, counts, end });
  });
}

/** Tells staff once a day, while more proxies of the shared pool are dead than work. */
export async function warnOfDeadPool({ kernel }: Pick<Proxies, 'kernel'>): Promise<void> {
  const counts = await kernel.work.read(countPool);
  if (counts.dead <= counts.working) return;
  const verdict = await kernel.limits.take(oncePerDay, 'all');
  if (!verdict.isAllowed) return;
  await kernel.work.write((tx) => sendSharedPoolMail(kernel, tx, counts));
}
