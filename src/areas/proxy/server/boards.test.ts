import { beforeEach, expect, test } from 'vitest';
import { currentCaller, type Work } from '#kernel/database/work.ts';
import { unaudited } from '#kernel/http/audit.ts';
import { useApp } from '#test/harness.ts';
import { addProxies, allowManyResources, makeResource, noFacts } from '#test/proxies.ts';
import { importBody } from '../contract.ts';
import { blockPair } from './block-proxy.ts';
import { type Board, openBoards } from './boards.ts';
import { checkPool } from './check-proxies.ts';
import { readList, storeList } from './import-proxies.ts';
import { deletePool, editPool } from './manage-pool.ts';
import { openProxies, type Proxies } from './proxies.ts';
import { ProxyFailure } from './proxy-failure.ts';
import { findSeat, settle } from './use-seat.ts';

const t = useApp({ PROXY_ALLOW_PRIVATE: '1' });
const hourMs = 3_600_000;
let name: string;
let accountId: number;
beforeEach(async () => {
  allowManyResources(t);
  const ada = await t.signIn('ada@example.com');
  accountId = ada.accountId;
  name = await makeResource(t, ada);
  await addProxies(t, ada, name, ['198.51.100.1:80', '198.51.100.2:80', '198.51.100.3:80']);
  t.jobs.waiting.length = 0;
});

const find = async ({ boards }: Proxies): Promise<Board> => (await boards.find(accountId, name))!;
const block = (proxies: Proxies, { resource, seats }: Board, at: number, durationMs = hourMs) =>
  t.kernel.work.write((tx) =>
    blockPair(proxies, tx, resource, seats[at]!.id, { reason: 'banned', durationMs }),
  );
const isBlocked = ({ seats }: Board, at: number) =>
  seats[at]!.pair.blockedUntil > t.clock.now().getTime();

test('a block that comes while a board is read again is in it', async () => {
  const board = await find(t.areas.proxy);
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
  const proxies = openProxies({ ...t.kernel, work }, noFacts);
  const reading = proxies.boards.findById(board.resource.id);
  await hasRead.promise;
  await block(proxies, board, 1);
  isBlockedNow.resolve();
  expect(isBlocked((await reading)!, 1)).toBe(true);
});

test('who holds the board of before sees a block too', async () => {
  const proxies = t.areas.proxy;
  const held = await find(proxies);
  await t.kernel.work.write((tx) => proxies.boards.publish(tx, { resourceId: null }));
  const fresh = await find(proxies);
  expect(fresh).not.toBe(held);
  for (const at of [0, 1, 2]) await block(proxies, fresh, at);
  expect(findSeat(proxies, held, {})).toBeNull();
});

test('many that ask at the same time read once', async () => {
  const boards = openBoards(t.kernel);
  const all = await Promise.all(Array.from({ length: 20 }, () => boards.find(accountId, name)));
  expect(new Set(all).size).toBe(1);
});

test('another process hears of blocks and releases, and forgets nothing longer', async () => {
  const here = t.areas.proxy;
  const board = await find(here);
  const there = openProxies(t.kernel, noFacts);
  const theirs = await find(there);
  expect(theirs).not.toBe(board);
  await block(here, board, 0);
  await block(there, theirs, 0, 2 * hourMs);
  expect(theirs.seats[0]!.pair.blockedUntil).toBe(t.clock.now().getTime() + 2 * hourMs);
  t.clock.advance(16_000);
  await find(here);
  await expect
    .poll(async () => (await find(here)).seats[0]!.pair.blockedUntil)
    .toBe(theirs.seats[0]!.pair.blockedUntil);
});

test('another process hears that a proxy of the pool is gone, off or dead', async () => {
  const here = t.areas.proxy;
  const body = importBody.parse({ text: '198.51.100.10:80\n198.51.100.11:80\n198.51.100.12:80' });
  const there = openProxies(t.kernel, noFacts);
  await find(there);
  const list = await readList(here, body);
  const { work } = t.kernel;
  await work.write((tx) => storeList(here, tx, null, body, list));
  const seen = async () => (await find(there)).seats.filter(({ isDead }) => !isDead).length;
  await expect.poll(seen).toBe(6);
  const ids = (await find(there)).seats.filter(({ row }) => !row.resource_id).map(({ id }) => id);
  await work.write((tx) => deletePool(here, tx, ids[0]!, unaudited));
  await expect.poll(seen).toBe(5);
  await work.write((tx) => editPool(here, tx, ids[1]!, { is_active: false }, unaudited));
  await expect.poll(seen).toBe(4);
  const cutOff = { ...here, guard: { find: () => Promise.reject(new ProxyFailure('timeout')) } };
  for (let time = 0; time < 3; time++) await checkPool(cutOff, ids[2]!, unaudited);
  await expect.poll(seen).toBe(3);
  t.jobs.waiting.length = 0;
});

test('nobody picks from what was read more than 15 s ago', async () => {
  const there = openProxies(t.kernel, noFacts);
  const { id } = (await find(there)).resource;
  await t.kernel.database.pool.query('delete from proxy where resource_id = $1', [id]);
  t.clock.advance(15_000);
  expect((await find(there)).seats.filter(({ row }) => row.resource_id)).toEqual([]);
});

test('what the gateway stores is done in the name of the owner, and sums in nobody’s', async () => {
  const callers: (string | null)[] = [];
  const work: Work = {
    ...t.kernel.work,
    write(act) {
      callers.push(currentCaller());
      return t.kernel.work.write(act);
    },
  };
  const proxies = openProxies({ ...t.kernel, work }, noFacts);
  const board = await find(proxies);
  await settle(proxies, board, board.seats[0]!, { status: 403, latencyMs: 1 });
  await proxies.uses.flush();
  expect(callers).toEqual([`account:${accountId}`, 'uses of proxies']);
});
