import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentNamed, mediaPath, mountMedia } from './media.ts';
import { createUrlSigner } from './signed-urls.ts';
import { createStorage } from './storage.ts';

const urlSigner = createUrlSigner({
  config: { APP_SECRET: ['a secret of at least thirty-two characters'] },
  clock: { now: () => new Date() },
});
const picture = Buffer.from('RIFF....WEBP');
let directory: string;
let app: FastifyInstance;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'media-'));
  const storage = createStorage({ DATA_DIR: directory, STORAGE_URL: undefined });
  const about = { contentType: 'image/webp' };
  await storage.put('public/avatars/abc.webp', picture, about);
  await storage.put('public/page.html', Buffer.from('<script>'), about);
  await storage.put('private.webp', picture, about);
  await storage.put('tickets/7/notes.html', Buffer.from('<script>'), about);
  app = Fastify();
  mountMedia(app, { storage, urlSigner });
});
afterAll(async () => {
  await app.close();
  await rm(directory, { recursive: true, force: true });
});

const expectNotFound = (reply: { statusCode: number; json(): unknown; headers: object }) => {
  expect(reply.statusCode).toBe(404);
  expect(reply.json()).toEqual({ detail: 'Not found.', code: 'not_found' });
  expect(reply.headers).toMatchObject({ 'cache-control': 'no-store' });
};

test('a public image is cached for ever and cannot run scripts', async () => {
  const reply = await app.inject('/media/avatars/abc.webp');
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.equals(picture)).toBe(true);
  expect(reply.headers).toMatchObject({
    'content-type': 'image/webp',
    'content-length': String(picture.length),
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  });
});

test('HEAD has the same headers without a body', async () => {
  const reply = await app.inject({ method: 'HEAD', url: '/media/avatars/abc.webp' });
  expect(reply.statusCode).toBe(200);
  expect(reply.headers['content-length']).toBe(String(picture.length));
  expect(reply.rawPayload).toHaveLength(0);
});

test.each([
  '/media/avatars/none.webp',
  '/media/page.html',
  '/media/avatars',
  '/media/',
  '/media/../private.webp',
  '/media/..%2fprivate.webp',
  '/media/%2e%2e/private.webp',
  '/media/avatars/..%2f..%2f..%2fprivate.webp',
  '/media/avatars/abc.webp%00',
])('%s is not found', async (url) => {
  const reply = await app.inject(url);
  expect(reply.statusCode).toBe(404);
});

test('a missing public file gets the common 404', async () => {
  expectNotFound(await app.inject('/media/avatars/none.webp'));
});

test('only public keys have a media path', () => {
  expect(mediaPath('public/avatars/abc.webp')).toBe('/media/avatars/abc.webp');
  expect(() => mediaPath('private.webp')).toThrow('public/');
});

test('a signed URL downloads a private object with its file name', async () => {
  const file = { key: 'tickets/7/notes.html', fileName: 'Смета "1".html' };
  const reply = await app.inject(urlSigner.signStoredFile(file));
  expect(reply.statusCode).toBe(200);
  expect(reply.body).toBe('<script>');
  expect(reply.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition':
      "attachment; filename*=UTF-8''%D0%A1%D0%BC%D0%B5%D1%82%D0%B0%20%221%22.html",
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  });
});

test('a private object without a valid signature is not found', async () => {
  const good = urlSigner.signStoredFile({ key: 'private.webp', fileName: 'a.webp' });
  expectNotFound(await app.inject('/files/private.webp'));
  expectNotFound(await app.inject(good.replace('private.webp', 'tickets/7/notes.html')));
  expectNotFound(await app.inject(`${good}&signature=again`));
  const ended = { key: 'private.webp', fileName: 'a.webp', expiresAt: new Date(0) };
  expectNotFound(await app.inject(urlSigner.signStoredFile(ended)));
});

test('a signed URL of a removed object is not found', async () => {
  expectNotFound(
    await app.inject(urlSigner.signStoredFile({ key: 'removed.pdf', fileName: 'a.pdf' })),
  );
});

test('a file name cannot inject headers', () => {
  expect(attachmentNamed('a\r\nset-cookie: x')).toBe(
    "attachment; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x",
  );
  expect(attachmentNamed("it's (1)*.pdf")).toBe(
    "attachment; filename*=UTF-8''it%27s%20%281%29%2A.pdf",
  );
  expect(attachmentNamed('\ud800.txt')).toBe("attachment; filename*=UTF-8''%EF%BF%BD.txt");
});
