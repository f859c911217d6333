import { expect, test, vi } from 'vitest';
import { followTopic } from './follow-topic.ts';
import { type LiveMessage, lostTopic } from './live-topics.ts';

function createCase() {
  const onMessage = vi.fn();
  const onLost = vi.fn();
  const warn = vi.fn();
  const subscribe = vi.fn<(options: object) => Promise<AsyncIterable<LiveMessage>>>();
  const connection = vi.fn<() => number | null>(() => 1);
  const live = { subscribe, connection, publish: vi.fn(), isFollowed: vi.fn(), close: vi.fn() };
  const log = { warn } as never;
  const follow = followTopic(
    { live, log },
    { topic: 'prices', onMessage, onLost, warning: 'prices arrive late' },
  );
  return { follow, subscribe, connection, onMessage, onLost, warn };
}
const message = (topic: string, data: unknown): LiveMessage => ({ id: 'a', topic, data });

test('it resolves only when later messages are delivered', async () => {
  const { follow, subscribe, onMessage, onLost } = createCase();
  const subscribed = Promise.withResolvers<AsyncIterable<LiveMessage>>();
  subscribe.mockReturnValue(subscribed.promise);
  const hasFollowed = vi.fn();
  const following = follow.open().then(hasFollowed);
  void follow.open();
  await Promise.resolve();
  expect(hasFollowed).not.toHaveBeenCalled();
  expect(subscribe).toHaveBeenCalledTimes(1);
  async function* messages() {
    yield message('prices', 7);
    yield message(lostTopic, null);
    await new Promise(() => undefined);
  }
  subscribed.resolve(messages());
  expect(follow.connection()).toBeNull();
  await following;
  expect(hasFollowed).toHaveBeenCalledWith(1);
  await expect.poll(() => onLost).toHaveBeenCalledTimes(1);
  expect(onMessage).toHaveBeenCalledExactlyOnceWith(7);
});

test('it tells the connection that carries the messages', async () => {
  const { follow, subscribe, connection } = createCase();
  subscribe.mockResolvedValue({
    [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => undefined) }),
  });
  expect(follow.connection()).toBeNull();
  expect(await follow.open()).toBe(1);
  connection.mockReturnValue(null);
  expect([follow.connection(), await follow.open()]).toEqual([null, null]);
  connection.mockReturnValue(2);
  expect(follow.connection()).toBe(2);
});

test('a failed subscription is logged and tried again with the next call', async () => {
  const { follow, subscribe, warn } = createCase();
  const failure = new Error('the database is away');
  subscribe.mockRejectedValue(failure);
  await follow.open();
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: failure }, 'prices arrive late');
  expect(follow.connection()).toBeNull();
  await follow.open();
  expect(subscribe).toHaveBeenCalledTimes(2);
});

test('an ended subscription is started again', async () => {
  const { follow, subscribe, onLost, warn } = createCase();
  subscribe.mockImplementation(async () => (async function* () {})());
  await follow.open();
  const openAgain = async () => {
    await follow.open();
    return subscribe;
  };
  await expect.poll(openAgain).toHaveBeenCalledTimes(2);
  expect(warn).not.toHaveBeenCalled();
  expect(onLost).toHaveBeenCalled();
});

test('an error in a handler is logged', async () => {
  const { follow, subscribe, onMessage, warn } = createCase();
  const failure = new Error('not a price');
  onMessage.mockImplementation(() => {
    throw failure;
  });
  subscribe.mockImplementation(async () =>
    (async function* () {
      yield message('prices', 'x');
    })(),
  );
  await follow.open();
  await expect.poll(() => warn).toHaveBeenCalledWith({ err: failure }, 'prices arrive late');
});
