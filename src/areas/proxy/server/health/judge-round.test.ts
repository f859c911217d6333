// Health checks judge themselves first: nobody is marked for what the checker or its target caused.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AddressGuard } from '#kernel/outbound/address-guard.ts';
import { requestsFailing } from '#test/fakes/proxy-requests.ts';
import { type SignedIn, useApp } from '#test/harness.ts';
import {
  addProxies,
  allowManyResources,
  createResource,
  listProxies,
  resourcesPath,
} from '#test/proxy-resources.ts';
import type { TestSite } from '#test/proxy-servers.ts';
import { send } from '#test/requests.ts';
import { useProxyServers } from '#test/use-proxy-servers.ts';
import { incidentTexts } from '../../wire/check-incidents.constants.ts';
import type { FailureReason } from '../../wire/proxies.constants.ts';
import { ProxyError } from '../forwarding/proxy-error.ts';
import type { ProxyRow } from '../selection/candidate-store.ts';
import { judgeHosts } from './judge-round.ts';
import { isTargetPrivate } from './judge-target.ts';
import { bookFailure, type ProbeResult } from './probe.ts';

const staff = 'staff@example.com';
const t = useApp({ PROXY_ALLOW_PRIVATE: '1', ALERT_EMAIL: staff });
const farm = useProxyServers();
const minuteMs = 60_000;
const realRequest = () => t.areas.proxy.sendRequest;
let original: ReturnType<typeof realRequest>;
let trustedGuard: AddressGuard;
let site: TestSite;
let ada: SignedIn;
let person = 0;

beforeAll(() => {
  allowManyResources(t);
  original = realRequest();
  ({ trustedGuard } = t.areas.proxy);
});
beforeEach(async () => {
  t.areas.proxy.sendRequest = original;
  t.areas.proxy.trustedGuard = trustedGuard;
  const { pool } = t.kernel.database;
  for (const table of ['proxy', 'proxy_check_incident', 'mail'])
    await pool.query(`delete from ${table}`);
  site = await farm.startSite();
  t.areas.proxy.checkUrl = site.url;
  ada = await t.signIn(`ada${++person}@example.com`);
});

/** Everything is due. */
async function runRound(): Promise<void> {
  await t.kernel.database.pool.query('update proxy set next_check_at = $1', [t.clock.now()]);
  await t.jobs.runSchedule('proxy.check');
}
async function later(ms: number): Promise<void> {
  t.clock.advance(ms);
  await runRound();
}
const subjects = async () => (await t.mails(staff)).map(({ subject }) => subject);
async function incidentSeenByStaff() {
  const boss = await t.signIn('boss@example.com', { roles: ['admin'] });
  const reply = await send(t, 'GET', '/apix/admin/proxies/', undefined, { headers: boss.headers });
  return reply.body.incident;
}
async function ownProxies(lines: string[], change: object = {}) {
  const name = await createResource(t, ada, { uses_pool: false, ...change });
  await addProxies(t, ada, name, lines);
  t.jobs.waiting.length = 0;
  return name;
}
const readState = async (name: string) => {
  ada = await t.signIn(ada.email);
  const all = await listProxies(t, ada, name);
  return all.map(({ status, last_error }) => ({ status, last_error }));
};

test('a target with a name of this machine is found as any program finds it', async () => {
  const good = await farm.startProxy();
  t.areas.proxy.checkUrl = `http://localhost:${site.port}/`;
  const name = await ownProxies([good.line]);
  await runRound();
  expect(await listProxies(t, ada, name)).toMatchObject([
    { status: 'available', last_error: null, exit_address: good.exit },
  ]);
});

test('a target that does not exist is no fault of the proxy', async () => {
  const good = await farm.startProxy();
  t.areas.proxy.sendRequest = async (request) => {
    if (request.proxy) return original(request);
    throw new ProxyError('target_not_found');
  };
  t.areas.proxy.trustedGuard = {
    resolveHost: () => Promise.reject(new ProxyError('name_not_found')),
  };
  const name = await ownProxies([good.line]);
  for (let time = 0; time < 4; time++) await later(7 * minuteMs);
  expect(await readState(name)).toEqual([{ status: 'available', last_error: 'target_not_found' }]);
});

describe('while the target fails without a proxy', () => {
  test('nobody is marked, staff get one alarm, and one mail when it ends', async () => {
    const good = await farm.startProxy();
    const name = await ownProxies([good.line]);
    await runRound();
    await site.stop();
    for (let time = 0; time < 4; time++) await later(7 * minuteMs);
    expect(await readState(name)).toEqual([{ status: 'available', last_error: 'target_failed' }]);
    expect(await subjects()).toEqual([incidentTexts.target.title]);
    expect(await incidentSeenByStaff()).toMatchObject({ cause: 'target' });
    const again = await farm.startSite();
    t.areas.proxy.checkUrl = again.url;
    await later(minuteMs);
    expect(await subjects()).toHaveLength(1);
    expect(await readState(name)).toEqual([{ status: 'available', last_error: null }]);
    await later(4 * minuteMs);
    expect((await subjects()).toSorted()).toEqual(
      [incidentTexts.target.title, 'Proxy checks work again'].toSorted(),
    );
    expect(await incidentSeenByStaff()).toBeNull();
    await later(7 * minuteMs);
    expect(await subjects()).toHaveLength(2);
  });

  test('a cause that comes and goes is one incident', async () => {
    const good = await farm.startProxy();
    await ownProxies([good.line]);
    const { url } = site;
    for (let time = 0; time < 3; time++) {
      t.areas.proxy.checkUrl = 'http://127.0.0.1:9/';
      await later(2 * minuteMs);
      t.areas.proxy.checkUrl = url;
      await later(2 * minuteMs);
    }
    expect(await subjects()).toEqual([incidentTexts.target.title]);
  });

  test('a dead proxy that reaches it recovers', async () => {
    const good = await farm.startProxy();
    const name = await ownProxies([good.line]);
    await t.kernel.database.pool.query('update proxy set is_dead = true');
    t.areas.proxy.sendRequest = async (request) => {
      if (request.proxy) return original(request);
      throw new ProxyError('timeout');
    };
    await ownProxies(['127.0.0.1:9']);
    await runRound();
    expect(await readState(name)).toEqual([{ status: 'available', last_error: null }]);
    expect(await subjects()).toEqual([incidentTexts.target.title]);
  });

  test('a proxy that refuses its password is marked as such, and dies later', async () => {
    const secured = await farm.startProxy({ login: 'a:b' });
    const name = await ownProxies([`127.0.0.1:${secured.port}:a:wrong`]);
    for (let time = 0; time < 3; time++) await later(7 * minuteMs);
    expect(await readState(name)).toEqual([{ status: 'dead', last_error: 'auth_failed' }]);
    expect(await subjects()).toEqual([]);
  });

  test('a test of a customer marks nothing either', async () => {
    const good = await farm.startProxy();
    const name = await ownProxies([good.line]);
    await site.stop();
    const [{ id } = { id: '' }] = await listProxies(t, ada, name);
    const path = `${resourcesPath}${name}/proxies/${id}/test/`;
    for (let time = 0; time < 3; time++) {
      const { body } = await send(t, 'POST', path, undefined, ada);
      expect(body).toMatchObject({ is_working: false, error: 'target_failed' });
      expect(body.how_to_fix).toContain('Nothing is wrong with the proxy.');
    }
    expect(await readState(name)).toEqual([{ status: 'available', last_error: 'target_failed' }]);
  });
});

test('the health check address of a customer fails for that customer only', async () => {
  const [one, two, gone] = [
    await farm.startProxy(),
    await farm.startProxy(),
    await farm.startProxy(),
  ];
  await gone.stop();
  const mine = await ownProxies([one.line], { health_check_url: 'http://127.0.0.1:9/' });
  const other = await ownProxies([two.line, gone.line]);
  for (let time = 0; time < 3; time++) await later(7 * minuteMs);
  expect(await readState(mine)).toEqual([{ status: 'available', last_error: 'target_failed' }]);
  expect((await readState(other)).map(({ status }) => status).toSorted()).toEqual([
    'available',
    'dead',
  ]);
  expect(await subjects()).toEqual([]);
});

test('a private target is no fault of a proxy elsewhere, and staff see the setting', async () => {
  t.areas.proxy.sendRequest = requestsFailing(() => 'tunnel_refused');
  const name = await ownProxies(['93.184.216.34:80', '127.0.0.1:9']);
  for (let time = 0; time < 3; time++) await later(7 * minuteMs);
  const states = (await readState(name)).toSorted((a, b) => a.status.localeCompare(b.status));
  expect(states).toEqual([
    { status: 'available', last_error: 'target_private' },
    { status: 'dead', last_error: 'tunnel_refused' },
  ]);
  expect(await isTargetPrivate(t.areas.proxy)).toBe(true);
  t.areas.proxy.checkUrl = 'http://93.184.216.34/';
  expect(await isTargetPrivate(t.areas.proxy)).toBe(false);
});

test('incidents are purged after 90 days, bans when no window can contain them', async () => {
  const name = await ownProxies(['127.0.0.1:9']);
  const { pool } = t.kernel.database;
  await pool.query(
    `insert into proxy_ban (resource_id, proxy_id, url_hash, seen_at)
     select r.id, p.id, '\\x01', $1 from proxy_resource r join proxy p on p.resource_id = r.id
     where r.name = $2`,
    [t.clock.now(), name],
  );
  await pool.query(
    `insert into proxy_check_incident (id, cause, started_at, cause_at, ended_at)
     values (gen_random_uuid(), 'target', $1, $1, $1)`,
    [t.clock.now()],
  );
  const left = async () => {
    await t.jobs.runSchedule('proxy.purge');
    const { rows } = await pool.query(
      `select (select count(*) from proxy_ban) as bans,
         (select count(*) from proxy_check_incident) as incidents`,
    );
    return rows.map(({ bans, incidents }) => [Number(bans), Number(incidents)]);
  };
  expect(await left()).toEqual([[1, 1]]);
  t.clock.advance(25 * 60 * minuteMs);
  expect(await left()).toEqual([[0, 1]]);
  t.clock.advance(90 * 24 * 60 * minuteMs);
  expect(await left()).toEqual([[0, 0]]);
});

describe('when most hosts fail at once', () => {
  const useHosts = (failing: () => boolean) => {
    t.areas.proxy.sendRequest = requestsFailing(() => (failing() ? 'timeout' : null));
  };
  const hosts = [1, 2, 3, 4].map((n) => `198.51.100.${n}:80`);

  test('nobody is marked for up to an hour, then failures count again', async () => {
    let isDown = false;
    useHosts(() => isDown);
    const name = await ownProxies(hosts);
    await runRound();
    isDown = true;
    for (let time = 0; time < 5; time++) await later(10 * minuteMs);
    expect((await readState(name)).map(({ status }) => status)).toEqual(Array(4).fill('available'));
    expect(await subjects()).toEqual([incidentTexts.widespread.title]);
    for (let time = 0; time < 5; time++) await later(20 * minuteMs);
    expect((await readState(name)).map(({ status }) => status)).toEqual(Array(4).fill('dead'));
    expect(await subjects()).toHaveLength(2);
    expect((await subjects()).some((text) => text.includes('count again'))).toBe(true);
  });

  test('it ends when they work again', async () => {
    let isDown = false;
    useHosts(() => isDown);
    await ownProxies(hosts);
    await runRound();
    isDown = true;
    await later(5 * minuteMs);
    isDown = false;
    await later(5 * minuteMs);
    await later(5 * minuteMs);
    expect(await incidentSeenByStaff()).toBeNull();
    expect(await subjects()).toContain('Proxy checks work again');
  });

  test('a new list of proxies that never worked raises no alarm', async () => {
    useHosts(() => true);
    const name = await ownProxies(hosts);
    for (let time = 0; time < 3; time++) await later(7 * minuteMs);
    expect((await readState(name)).map(({ status }) => status)).toEqual(Array(4).fill('dead'));
    expect(await subjects()).toEqual([]);
  });
});

const result = (error: FailureReason | null): ProbeResult => ({
  isWorking: error === null,
  latencyMs: null,
  exitAddress: null,
  error,
  isCounted: true,
});

test.each<[FailureReason, FailureReason | null, FailureReason, boolean]>([
  ['timeout', null, 'timeout', true],
  ['timeout', 'target_failed', 'target_failed', false],
  ['timeout', 'network_failed', 'network_failed', false],
  ['auth_failed', 'target_failed', 'auth_failed', true],
  ['unreachable', null, 'unreachable', true],
  ['unreachable', 'target_failed', 'target_failed', false],
  ['target_not_found', null, 'target_not_found', false],
  ['target_refused', null, 'target_refused', false],
  ['target_failed', null, 'bad_response', true],
  ['target_bad_response', null, 'bad_response', true],
  ['target_bad_response', 'target_failed', 'target_failed', false],
  ['network_failed', null, 'connection_refused', true],
])('%s, while the target says %s, is %s; counted: %s', (error, target, booked, isCounted) => {
  expect(bookFailure(result(error), target)).toMatchObject({ error: booked, isCounted });
});

const check = (host: string, error: FailureReason | null, passed = 1n) => ({
  row: { host, is_dead: false, consecutive_failed_checks: 0, checks_passed: passed } as ProxyRow,
  result: result(error),
});

test.each([
  ['no checks', [], 'unknown'],
  ['only proxies that never worked', [check('a', 'timeout', 0n)], 'unknown'],
  ['two hosts', [check('a', 'timeout'), check('b', 'timeout')], null],
  ['one host with many proxies', Array(9).fill(check('a', 'timeout')), null],
  ['refused passwords', ['a', 'b', 'c'].map((host) => check(host, 'auth_failed')), 'unknown'],
  ['three of three', ['a', 'b', 'c'].map((host) => check(host, 'timeout')), 'widespread'],
  [
    'three of six',
    ['a', 'b', 'c', 'd', 'e', 'f'].map((host, at) => check(host, at < 3 ? 'timeout' : null)),
    null,
  ],
])('%s', (_, checks, finding) => {
  expect(judgeHosts(checks)).toBe(finding);
});
