import { beforeEach, expect, test } from 'vitest';
import { currentCaller, type Work } from '#kernel/database/work.ts';
import { noAudit } from '#kernel/http/audit/audit.ts';
import { requestsFailing } from '#test/fakes/proxy-requests.ts';
import { useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  noAccountFacts,
} from '#test/proxy-resources.ts';
import { importBody } from '../../wire/index.ts';
import { blockForResource } from '../health/transition-health.ts';
import { checkPoolProxy, deletePoolProxy, updatePoolProxy } from '../pool/manage-pool.ts';
import { parseImport } from '../pool/parse-import.ts';
import { saveImport } from '../pool/save-import.ts';
import { createProxies, type Proxies } from '../proxies.ts';
import { createPoolCache } from './pool-cache.ts';
import type { ResourcePool } from './resource-pool.ts';
import { selectProxy, settleAttempt } from './select-proxy.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const hourMs = 3_600_000;
let name: string;
let accountId: number;
beforeEach(async () => {
  allowManyResources(t);
  const ada = await t.signIn('ada@example.com');
  accountId = ada.accountId;
  name = await createResource(t, ada);
  await addProxies(t, ada, name, ['198.51.100.1:80', '198.51.100.2:80', '198.51.100.3:80']);
  t.jobs.waiting.length = 0;
});

const find = async ({ poolCache }: Proxies): Promise<ResourcePool> =>
  (await poolCache.find(accountId, name))!;
const block = (
  proxies: Proxies,
  { resource, candidates }: ResourcePool,
  at: number,
  durationMs = hourMs,
) =>
  t.kernel.work.write((tx) =>
    blockForResource(proxies, tx, resource, candidates[at]!.id, { reason: 'banned', durationMs }),
  );
const isBlocked = ({ candidates }: ResourcePool, at: number) =>
  candidates[at]!.health.blockedUntil > t.clock.now().getTime();

test('a block during a reload is kept', async () => {
  const pool = await find(t.areas.proxy);
  const hasRead = Promise.withResolvers<void>();
  const isBlockedNow = Promise.withResolvers<void>();
  const work: Work = {
    ...t.kernel.work,
    async read(act) {
      const found = await t.kernel.work.read(act);
      hasRead.resolve();
      await isBlockedNow.promise;
      return found;
    },
  };
  const proxies = createProxies({ ...t.kernel, work }, noAccountFacts);
  const reading = proxies.poolCache.findById(pool.resource.id);
  await hasRead.promise;
  await block(proxies, pool, 1);
  isBlockedNow.resolve();
  expect(isBlocked((await reading)!, 1)).toBe(true);
});

test('a request with the previous pool sees new blocks', async () => {
  const proxies = t.areas.proxy;
  const found = await find(proxies);
  await t.kernel.work.write((tx) => proxies.poolCache.publish(tx, { resourceId: null }));
  const fresh = await find(proxies);
  expect(fresh).not.toBe(found);
  for (const at of fresh.candidates.keys()) await block(proxies, fresh, at);
  expect(selectProxy(proxies, found, {})).toBeNull();
});

test('concurrent callers share one load', async () => {
  const { id } = (await find(t.areas.proxy)).resource;
  const poolCache = createPoolCache(t.kernel);
  const all = await Promise.all(Array.from({ length: 20 }, () => poolCache.findById(id)));
  expect(new Set(all).size).toBe(1);
  expect(all[0]?.resource.id).toBe(id);
});

test('another process applies blocks and releases, and keeps longer blocks', async () => {
  const here = t.areas.proxy;
  const pool = await find(here);
  const there = createProxies(t.kernel, noAccountFacts);
  const theirs = await find(there);
  expect(theirs).not.toBe(pool);
  await block(here, pool, 0);
  await block(there, theirs, 0, 2 * hourMs);
  expect(theirs.candidates[0]!.health.blockedUntil).toBe(t.clock.now().getTime() + 2 * hourMs);
  t.clock.advance(16_000);
  await find(here);
  await expect
    .poll(async () => (await find(here)).candidates[0]!.health.blockedUntil)
    .toBe(theirs.candidates[0]!.health.blockedUntil);
});

test('another process applies that a pool proxy is deleted, disabled or dead', async () => {
  const here = t.areas.proxy;
  const body = importBody.parse({ text: '198.51.100.10:80\n198.51.100.11:80\n198.51.100.12:80' });
  const there = createProxies(t.kernel, noAccountFacts);
  await find(there);
  const list = await parseImport(here, body);
  const { work } = t.kernel;
  await work.write((tx) => saveImport(here, tx, null, body, list));
  const seen = async () => (await find(there)).candidates.filter(({ isDead }) => !isDead).length;
  await expect.poll(seen).toBe(6);
  const ids = (await find(there)).candidates
    .filter(({ row }) => !row.resource_id)
    .map(({ id }) => id);
  await work.write((tx) => deletePoolProxy(here, tx, ids[0]!, noAudit));
  await expect.poll(seen).toBe(5);
  await work.write((tx) => updatePoolProxy(here, tx, ids[1]!, { is_active: false }, noAudit));
  await expect.poll(seen).toBe(4);
  const cutOff = { ...here, sendRequest: requestsFailing(() => 'timeout') };
  for (let time = 0; time < 3; time++) await checkPoolProxy(cutOff, ids[2]!, noAudit);
  await expect.poll(seen).toBe(3);
  t.jobs.waiting.length = 0;
});

test('data older than 15 s is not used', async () => {
  const there = createProxies(t.kernel, noAccountFacts);
  const { id } = (await find(there)).resource;
  await t.kernel.database.pool.query('delete from proxy where resource_id = $1', [id]);
  t.clock.advance(15_000);
  expect((await find(there)).candidates.filter(({ row }) => row.resource_id)).toEqual([]);
});

test('writes of the gateway run as the owner, usage as no account', async () => {
  const callers: (string | null)[] = [];
  const work: Work = {
    ...t.kernel.work,
    write(act) {
      callers.push(currentCaller());
      return t.kernel.work.write(act);
    },
  };
  const proxies = createProxies({ ...t.kernel, work }, noAccountFacts);
  const pool = await find(proxies);
  await settleAttempt(proxies, pool, pool.candidates[0]!, {
    status: 403,
    latencyMs: 1,
    ban: { ban: { kind: 'ban_status', detail: '403' }, url: new URL('http://example.com/') },
  });
  await proxies.usage.flush();
  expect(callers).toEqual([`account:${accountId}`, 'proxy usage']);
});
