import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createStorage, isStorageKey, type Storage } from './storage.ts';

type S3Server = { run(): Promise<{ port: number }>; close(): Promise<void> };
type S3ServerClass = new (options: Record<string, unknown>) => S3Server;
// It has no types of its own.
const S3rver = createRequire(import.meta.url)('s3rver') as S3ServerClass;

const about = { contentType: 'application/octet-stream' };
// Larger than one chunk of the wire: a checksum trailer in the content would change the size.
const content = Buffer.alloc(300_000, 'weft');

let directory: string;
let s3: S3Server;
const storages = new Map<string, Storage>();

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'storage-'));
  s3 = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: path.join(directory, 's3'),
    configureBuckets: [{ name: 'pictures' }],
  });
  const { port } = await s3.run();
  const endpoint = encodeURIComponent(`http://127.0.0.1:${port}`);
  storages.set('files', createStorage({ DATA_DIR: directory, STORAGE_URL: undefined }));
  storages.set(
    's3',
    createStorage({
      DATA_DIR: directory,
      STORAGE_URL: `s3://S3RVER:S3RVER@pictures?endpoint=${endpoint}`,
    }),
  );
});
afterAll(async () => {
  await s3.close();
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
