import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAddressGuard } from '#kernel/outbound/address-guard.ts';
import { startHttpServer, type TestHttpServer } from '#test/fakes/http-server.ts';
import { createPoster, type Poster } from './post-message.ts';

let receiver: TestHttpServer;
const posters: Poster[] = [];
const open = (...args: Parameters<typeof createPoster>): Poster => {
  const poster = createPoster(...args);
  posters.push(poster);
  return poster;
};
const local = createAddressGuard({ allowPrivate: true });
const post = (poster: Poster, path = '/', url = receiver.url) =>
  poster.post({
    url: url + path,
    headers: { 'content-type': 'application/json' },
    body: '{"é":1}',
  });

beforeAll(async () => {
  receiver = await startHttpServer();
});
afterAll(async () => {
  for (const poster of posters) poster.close();
  await receiver.stop();
});
beforeEach(() => receiver.reset());

describe('a private network cannot be reached', () => {
  const strict = (addresses: string[]) =>
    createAddressGuard({ allowPrivate: false, resolve: async () => addresses });
  const error = 'private_address';

  test('by its address in any notation', async () => {
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]']) {
      const poster = open(strict([]));
      const url = `http://${host}:${receiver.port}`;
      expect(await post(poster, '/', url)).toMatchObject({ status: null, error });
    }
    expect(receiver.calls).toEqual([]);
  });

  test('by a name that leads there', async () => {
    const poster = open(strict(['93.184.216.34', '127.0.0.1']));
    const answer = await post(poster, '/', `http://inside.test:${receiver.port}`);
    expect(answer).toMatchObject({ error });
    expect(receiver.calls).toEqual([]);
  });

  test('by a name that was public when the endpoint was created', async () => {
    const answers = [['93.184.216.34'], ['127.0.0.1']];
    const resolve = async () => answers.shift()!;
    const atCreation = createAddressGuard({ allowPrivate: false, resolve });
    expect(await atCreation.resolveHost('rebind.test')).toBe('93.184.216.34');
    const poster = open(createAddressGuard({ allowPrivate: false, resolve }));
    const answer = await post(poster, '/', `http://rebind.test:${receiver.port}`);
    expect(answer).toMatchObject({ error });
    expect(receiver.calls).toEqual([]);
  });
});

test('connects to the address that was checked, with the name in the request', async () => {
  receiver.on('POST /', { status: 200, body: 'fine' });
  const guard = createAddressGuard({ allowPrivate: true, resolve: async () => ['127.0.0.1'] });
  const answer = await post(open(guard), '/', `http://shop.test:${receiver.port}`);
  expect(answer).toMatchObject({ status: 200, error: null, text: 'fine' });
  const [call] = receiver.calls;
  expect(call?.headers.host).toBe(`shop.test:${receiver.port}`);
  expect(call?.body).toBe('{"é":1}');
});

test('a name without an address, a port without a server, and no TLS are told apart', async () => {
  const nobody = createAddressGuard({ allowPrivate: true, resolve: async () => [] });
  expect(await post(open(nobody), '/', 'http://gone.test')).toMatchObject({ error: 'name' });
  const poster = open(local);
  expect(await post(poster, '/', 'http://127.0.0.1:1')).toMatchObject({ error: 'refused' });
  const secure = receiver.url.replace('http:', 'https:');
  expect((await post(poster, '/', secure)).error).toMatch(/tls|closed/);
});

test('gives up after the time-out, also in the middle of an answer', async () => {
  receiver.on('POST /', 'hang');
  const poster = open(local, { timeoutMs: 500 });
  expect(await post(poster)).toMatchObject({ status: null, error: 'timeout' });
});

test('reads the beginning of an endless answer', async () => {
  receiver.on('POST /', { status: 200, body: `a\0${'b'.repeat(1_000_000)}` });
  const { text, status } = await post(open(local));
  expect(status).toBe(200);
  expect(text.startsWith('a\uFFFDb')).toBe(true);
  expect(text.length).toBeLessThan(4200);
});

test.each([
  [200, null],
  [202, null],
  [301, 'redirect'],
  [400, 'status'],
  [410, 'gone'],
  [500, 'status'],
])('status %i is %s', async (status, error) => {
  receiver.on('POST /', { status, headers: { location: '/elsewhere' } });
  expect(await post(open(local))).toMatchObject({ status, error });
  expect(receiver.calls).toHaveLength(1);
});

test('a connection is used again, and one that the receiver closed is replaced', async () => {
  receiver.on('POST /', { status: 200 }, 'drop', { status: 200 });
  const poster = open(local);
  expect((await post(poster)).error).toBeNull();
  expect((await post(poster)).error).toBeNull();
  expect(receiver.calls).toHaveLength(3);
});
