import { findAccountByEmail } from '#areas/accounts/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { hourMs } from '#lib/durations.ts';
import { importBody } from '../wire/proxies.ts';
import { createResourceBody } from '../wire/resources.ts';
import { addProxyUsage } from './health/proxy-health-store.ts';
import { parseImport } from './pool/parse-import.ts';
import { countPool, listPoolRows } from './pool/proxy-store.ts';
import { saveImport } from './pool/save-import.ts';
import type { Proxies } from './proxies.ts';
import { createResource } from './resources/manage-resources.ts';
import { findResource } from './resources/resource-store.ts';
import { addHourlyBreakdowns, addHourlyUsage } from './usage/usage-store.ts';

const demoCustomer = 'demo@example.com';
// Documentation addresses (RFC 5737), so their checks fail.
const demoProxies = `host,port,protocol,country_code,type,provider,city
203.0.113.10,8080,http,DE,datacenter,Example Hosting,Frankfurt
203.0.113.11,8080,http,US,residential,Example Hosting,Dallas
198.51.100.20,1080,socks5,NL,isp,Example Networks,Amsterdam`;

/** A pool, and a resource with a day of statistics. Idempotent. */
export async function seedProxies(proxies: Proxies): Promise<void> {
  const { kernel } = proxies;
  const { work } = kernel;
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
  await work.write(async (tx) => {
    const resource = (await findResource(tx, account.id, 'prices'))!;
    const now = kernel.clock.now();
    const { rows } = await listPoolRows(tx, {}, now, { page: 1, pageSize: 10, offset: 0 });
    const uses = rows.map(({ id }, at) => useOf(resource.id, id, now.getTime() - at * 60_000));
    await addProxyUsage(tx, uses);
    await addDemoHours(tx, resource.id, now);
  });
}

const useOf = (resourceId: string, proxyId: string, usedAt: number) => ({
  ...{ resourceId, proxyId, usedAt },
  ...{ requests: 540, successful: 525, failures: 0, cooldownUntil: 0, error: null },
});

async function addDemoHours(tx: Tx, resourceId: string, at: Date): Promise<void> {
  const now = Math.floor(at.getTime() / hourMs) * hourMs;
  const hours = Array.from({ length: 24 }, (_, at) => {
    const hourOfDay = new Date(now - at * hourMs).getUTCHours();
    // Most around three in the afternoon.
    const requests = 60 + Math.round(30 * Math.sin(((hourOfDay - 9) / 12) * Math.PI)) + (at % 7);
    const failed = at % 5;
    return {
      resourceId,
      hour: now - at * hourMs,
      requests,
      successful: requests - failed,
      failed,
      blocked: at % 7 === 0 ? 1 : 0,
      latencyMs: requests * (180 + ((at * 53) % 90)),
      bytes: requests * 48_000,
      usedAt: now - at * hourMs,
    };
  });
  await addHourlyUsage(tx, hours);
  // By the test console: the figures of logins have to add up to those of the hours.
  const byConsole = hours.map(({ hour, requests: count, bytes }) => ({
    ...{ resourceId, hour, kind: 'key', label: '', count, bytes },
    sent: count * 2000,
  }));
  await addHourlyBreakdowns(tx, byConsole);
  const part = (kind: string, label: string, count: number) => ({
    resourceId,
    hour: now,
    kind,
    label,
    count,
    bytes: 0,
    sent: 0,
  });
  await addHourlyBreakdowns(tx, [
    part('status', '200', 1600),
    part('status', '403', 22),
    part('error', 'banned', 22),
    part('error', 'timeout', 24),
    part('country', 'DE', 1100),
    part('latency', '24', 1500),
    part('latency', '28', 100),
    part('block', createId(), 4),
  ]);
}
