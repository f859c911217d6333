import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type S3Server, startS3Server } from '#test/fakes/s3-server.ts';
import { createStorage, isStorageKey, type Storage } from './storage.ts';

const about = { contentType: 'application/octet-stream' };
// Larger than one chunk of the wire: a checksum trailer in the content would change the size.
const content = Buffer.alloc(300_000, 'weft');

let directory: string;
let s3: S3Server;
const storages = new Map<string, Storage>();

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'storage-'));
  s3 = await startS3Server({ bucket: 'pictures', keyId: 'KEY', secret: 'SECRET' });
  storages.set('files', createStorage({ DATA_DIR: directory, STORAGE_URL: undefined }));
  storages.set(
    's3',
    createStorage({
      DATA_DIR: directory,
      STORAGE_URL: s3Url('KEY:SECRET@pictures'),
    }),
  );
});
const s3Url = (place: string) => `s3://${place}?endpoint=${encodeURIComponent(s3.url)}`;
afterAll(async () => {
  await s3.stop();
  await rm(directory, { recursive: true, force: true });
});

describe.each(['files', 's3'])('storage in %s', (kind) => {
  const storage = () => storages.get(kind)!;

  test('an object is returned unchanged, with its size', async () => {
    await storage().put('tickets/a/photo.png', content, about);
    const found = await storage().read('tickets/a/photo.png');
    expect(found?.sizeBytes).toBe(content.length);
    expect((await buffer(found!.stream)).equals(content)).toBe(true);
    expect((await storage().readBytes('tickets/a/photo.png'))?.equals(content)).toBe(true);
  });

  test('a second object at the same key replaces the first', async () => {
    await storage().put('notes/one.txt', Buffer.from('a longer first text'), about);
    await storage().put('notes/one.txt', Buffer.from('second'), about);
    expect(String(await buffer((await storage().read('notes/one.txt'))!.stream))).toBe('second');
  });

  test('missing keys and folders are null', async () => {
    await storage().put('folder/inner.txt', Buffer.from('x'), about);
    expect(await storage().read('folder/other.txt')).toBeNull();
    expect(await storage().readBytes('folder/other.txt')).toBeNull();
    expect(await storage().exists('folder/other.txt')).toBe(false);
    expect(await storage().exists('folder')).toBe(false);
  });

  test('an object can be removed, and removed again', async () => {
    await storage().put('gone.txt', Buffer.from('x'), about);
    expect(await storage().exists('gone.txt')).toBe(true);
    await storage().remove('gone.txt');
    await storage().remove('gone.txt');
    expect(await storage().exists('gone.txt')).toBe(false);
    expect(await storage().read('gone.txt')).toBeNull();
  });

  test('a streamed object is returned unchanged, with its type', async () => {
    const sizeBytes = content.length;
    const options = { contentType: 'image/webp', sizeBytes };
    await storage().putStream('streamed/large.webp', Readable.from([content]), options);
    const found = await storage().read('streamed/large.webp');
    expect(found).toMatchObject({ sizeBytes, contentType: 'image/webp' });
    expect((await buffer(found!.stream)).equals(content)).toBe(true);
  });

  test('all keys are listed, of folders too', async () => {
    await storage().put('listed/b/c.txt', Buffer.from('x'), about);
    await storage().put('listed/a.txt', Buffer.from('x'), about);
    const keys = await Array.fromAsync(storage().list());
    expect(keys.filter((key) => key.startsWith('listed')).sort()).toEqual([
      'listed/a.txt',
      'listed/b/c.txt',
    ]);
  });

  test('keys outside the storage are refused', async () => {
    await expect(async () => storage().put('../outside.txt', content, about)).rejects.toThrow();
    await expect(async () => storage().read('a/../../outside.txt')).rejects.toThrow();
    expect(await readdir(directory)).not.toContain('outside.txt');
  });
});

test.each([
  ['secret', 'KEY:other@pictures', 'SignatureDoesNotMatch'],
  ['key', 'OTHER:SECRET@pictures', 'InvalidAccessKeyId'],
  ['bucket', 'KEY:SECRET@films', 'NoSuchBucket'],
])('another %s is refused, not taken for a missing object', async (_, place, reason) => {
  const storage = createStorage({ DATA_DIR: directory, STORAGE_URL: s3Url(place) });
  const refusal: Error = await storage.put('a.txt', content, about).catch((error) => error);
  expect(refusal.cause).toMatchObject({ name: reason });
});

test('a list in S3 goes over all pages', async () => {
  const storage = storages.get('s3')!;
  const keys = ['p/1', 'p/2', 'p/3', 'p/4', 'p/5'];
  for (const key of keys) await storage.put(key, Buffer.from('x'), about);
  const listed = await Array.fromAsync(storage.list());
  expect(listed.filter((key) => key.startsWith('p/'))).toEqual(keys);
});

test.each(['a', 'public/avatars/x_1.webp', 'A-b/c.d.e'])('%s is a valid key', (key) => {
  expect(isStorageKey(key)).toBe(true);
});

test.each([
  '',
  '/a',
  'a/',
  'a//b',
  '..',
  'a/../b',
  '.hidden',
  'a/.hidden',
  'a\\b',
  'a b',
  'a\0',
  'é',
  'a\n',
  'a'.repeat(513),
])('%j is not a valid key', (key) => {
  expect(isStorageKey(key)).toBe(false);
});
