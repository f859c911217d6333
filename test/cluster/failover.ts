// Kills each process of the cluster under load, then the primary for good, and promotes the standby.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient } from '../chaos/client.ts';
import { type Finding, findViolations } from '../chaos/findings.ts';
import { settle } from '../chaos/settle.ts';
import { startTraffic } from '../chaos/traffic.ts';
import { createWriteLog, type WriteLog } from '../chaos/write-log.ts';
import { createRandom } from '../fuzz/random.ts';
import type { Cluster } from './cluster.ts';

export type GapRow = { what: string; gapMs: number };

const seed = 1;
const callTimeoutMs = 20_000;
const finishTimeoutMs = 90_000;
const recoverTimeoutMs = 60_000;
/** How long each part stays away. */
const awayMs = 1000;

export async function runFailovers(
  cluster: Cluster,
  print: (line: string) => void,
): Promise<{ rows: GapRow[]; findings: Finding[] }> {
  const { webs, worker, nginx, poolers, redis, standby, primary, customers } = cluster;
  const log = createWriteLog();
  const client = createClient([nginx.url], callTimeoutMs);
  const random = createRandom(seed);
  const secret = cluster.env.APP_SECRET!;
  const traffic = await startTraffic({ client, log, customers, random, secret });
  const rows: GapRow[] = [];
  const kills: number[] = [];

  async function measure(what: string, happen: () => Promise<void>): Promise<void> {
    const fromMs = performance.now();
    await happen();
    await waitForWrites(log, client);
    const gapMs = log.worstGapMs(fromMs, performance.now());
    rows.push({ what, gapMs });
    print(`${what}: at most ${(gapMs / 1000).toFixed(1)} s without a write`);
  }
  const restart = async (one: { kill(): Promise<void>; start(): Promise<void> }) => {
    await one.kill();
    await sleep(awayMs);
    await one.start();
  };
  for (const [at, web] of webs.entries())
    await measure(`web process ${at + 1} killed`, async () => {
      await web.kill();
      kills.push(performance.now());
      await web.start();
    });
  await measure('worker killed', () => restart(worker));
  await measure('Redis killed', () => restart(redis));
  await measure('pgbouncer of the primary killed', () => restart(poolers[0]!));
  await measure('standby killed', () => restart(standby));
  await measure('primary killed, standby promoted', async () => {
    await primary.kill();
    await cluster.promote();
  });
  await traffic.finish(finishTimeoutMs);
  print(`${traffic.open()} writes are open`);
  const settled = await settle(cluster);
  const place = { connect: cluster.connect, env: commandEnv(cluster), smtp: cluster.smtp };
  const findings = await findViolations(place, {
    log,
    client,
    traffic,
    kills: { origin: nginx.url, endedMs: kills },
  });
  return { rows, findings: [...findings, settled] };
}

const commandEnv = ({ env, standby }: Cluster) => ({ ...env, DATABASE_URL: standby.url });

/** Until several writes were acknowledged. */
async function waitForWrites(log: WriteLog, { counts }: Client): Promise<void> {
  const wanted = log.countWrites() + 20;
  const deadlineMs = performance.now() + recoverTimeoutMs;
  while (log.countWrites() < wanted) {
    if (performance.now() > deadlineMs)
      throw new Error(`No writes any more: ${counts.unexpected.at(-1) ?? 'no answers'}`);
    await sleep(20);
  }
}
