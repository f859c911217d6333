import { beforeEach, expect, test } from 'vitest';
import { useApp } from '#test/harness.ts';
import { addProxies, allowManyResources, makeResource } from '#test/proxies.ts';
import { blockPair } from './block-proxy.ts';
import { type Board, openBoards } from './boards.ts';
import { openProxies, type Proxies } from './proxies.ts';
import { pickSeat } from './use-seat.ts';

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
  blockPair(proxies, resource, seats[at]!.id, { reason: 'banned', durationMs });
const isBlocked = ({ seats }: Board, at: number) =>
  seats[at]!.pair.blockedUntil > t.clock.now().getTime();

test('a block that comes while a board is read again is in it', async () => {
  const proxies = t.areas.proxy;
  const board = await find(proxies);
  proxies.boards.forgetAll();
  const reading = find(proxies);
  const pair = { ...board.seats[1]!.pair, blockedUntil: t.clock.now().getTime() + hourMs };
  const { id: resourceId } = board.resource;
  proxies.boards.apply({ resourceId, proxyId: board.seats[1]!.id, pair });
  expect(isBlocked(await reading, 1)).toBe(true);
});

test('who holds the board of before sees a block too', async () => {
  const proxies = t.areas.proxy;
  const held = await find(proxies);
  proxies.boards.forgetAll();
  const fresh = await find(proxies);
  expect(fresh).not.toBe(held);
  for (const at of [0, 1, 2]) await block(proxies, fresh, at);
  expect(pickSeat(proxies, held, {})).toBeNull();
});

test('many that ask at the same time read once', async () => {
  const boards = openBoards(t.kernel);
  const all = await Promise.all(Array.from({ length: 20 }, () => boards.find(accountId, name)));
  expect(new Set(all).size).toBe(1);
});

test('another process hears of blocks and releases, and forgets nothing longer', async () => {
  const here = t.areas.proxy;
  const board = await find(here);
  const there = openProxies(t.kernel, { resourcesMaxOf: async () => null });
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
