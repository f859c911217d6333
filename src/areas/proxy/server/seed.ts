import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import { createId } from '#kernel/ids.ts';
import type { Kernel } from '#kernel/kernel.ts';
import type { Actor, MeteredCall } from '#kernel/ports.ts';
import { hourMs } from '#lib/durations.ts';
import { importBody } from '../wire/proxies.ts';
import { createResourceBody } from '../wire/resources.ts';
import { gatewayCall } from './gateway/admit-request.ts';
import { parseImport } from './pool/parse-import.ts';
import { countPool } from './pool/proxy-store.ts';
import { saveImport } from './pool/save-import.ts';
import type { Proxies } from './proxies.ts';
import { createResource } from './resources/manage-resources.ts';
import { findResource } from './resources/resource-store.ts';
import type { ResourcePool } from './selection/resource-pool.ts';
import { type AttemptResult, createUsageRecorder, type UsageClient } from './usage/record-usage.ts';

const demoCustomer = 'demo@example.com';
const hoursOfADay = 24;
// Documentation addresses (RFC 5737), so their checks fail.
const demoProxies = `host,port,protocol,country_code,type,provider,city
203.0.113.10,8080,http,DE,datacenter,Example Hosting,Frankfurt
203.0.113.11,8080,http,US,residential,Example Hosting,Dallas
198.51.100.20,1080,socks5,NL,isp,Example Networks,Amsterdam`;

/** Counts a call of the past for the plan. */
type RecordAt = (at: Date, call: MeteredCall) => void;

/** A pool, and a resource with a day of requests by a key through the gateway. Idempotent. */
export async function seedProxies(proxies: Proxies, recordAt: RecordAt): Promise<void> {
  const { work } = proxies.kernel;
  const account = await work.read((db) => findAccountByEmail(db, demoCustomer));
  if (!account) return;
  if (await work.read((db) => findResource(db, account.id, 'prices'))) return;
  const pool = await work.read(countPool);
  if (Object.values(pool).every((count) => count === 0)) {
    const body = importBody.parse({ text: demoProxies });
    // The guard would refuse documentation addresses.
    const list = await parseImport({ ...proxies, guard: proxies.trustedGuard }, body);
    await work.write((tx) => saveImport(proxies, tx, null, body, list));
  }
  const actor: Actor = { accountId: account.id, roles: [], status: 'active', via: 'session' };
  const body = { name: 'prices', title: 'Shop prices', target_hosts: ['*.example.com'] };
  await createResource(proxies, actor, createResourceBody.parse(body));
  const keys = await work.read((db) => proxies.readKeyNames(db, account.id));
  const [keyId] = [...keys].find(([, name]) => name === 'production') ?? [];
  const own = await proxies.poolCache.find(account.id, 'prices');
  if (!keyId || !own) return;
  const client = { kind: 'key', id: keyId } as const;
  await requestForADay(proxies.kernel, own, client, (at, result) =>
    recordAt(at, createCall({ ...actor, via: 'key', keyId }, result)),
  );
}

/** `gatewayStatus` is what the gateway responds with where the site does not. */
type DemoResult = Pick<AttemptResult, 'status' | 'error' | 'latencyMs'> & {
  gatewayStatus?: number;
};

/** Few fail: some by a ban, some by a timeout. */
function toResult(created: number): DemoResult {
  const latencyMs = 180 + ((created * 53) % 90);
  if (created % 61 === 0) return { error: 'banned', status: 403, latencyMs, gatewayStatus: 502 };
  if (created % 67 === 0) return { error: 'timeout', latencyMs: 3000, gatewayStatus: 504 };
  return { status: 200, latencyMs };
}

/** Most around three in the afternoon. */
const requestsIn = (at: Date): number =>
  60 + Math.round(30 * Math.sin(((at.getUTCHours() - 9) / 12) * Math.PI));

async function requestForADay(
  kernel: Kernel,
  pool: ResourcePool,
  client: UsageClient,
  count: (at: Date, result: DemoResult) => void,
): Promise<void> {
  const { resource, candidates } = pool;
  const now = kernel.clock.now();
  let at = now;
  const usage = createUsageRecorder({ ...kernel, clock: { now: () => at } });
  let created = 0;
  for (let hour = hoursOfADay - 1; hour >= 0; hour--) {
    at = new Date(now.getTime() - hour * hourMs);
    for (let left = requestsIn(at); left > 0; left--) {
      created++;
      const result = toResult(created);
      const candidate = candidates[created % candidates.length]!;
      usage.recordAttempt(pool, candidate, { ...result, client });
      usage.recordTraffic(resource.id, client, { sent: 2000, received: 46_000 });
      count(at, result);
    }
  }
  usage.recordBlock(resource.id, candidates[0]!.id);
  await usage.flush();
}

const createCall = (actor: Actor, { latencyMs, gatewayStatus }: DemoResult): MeteredCall => ({
  actor,
  endpoint: gatewayCall,
  status: gatewayStatus ?? 200,
  metric: 'proxy_lease',
  units: gatewayStatus ? 0 : 1,
  requestId: createId(),
  elapsedMs: latencyMs,
  ip: '203.0.113.7',
  userAgent: '',
});
