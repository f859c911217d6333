import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type S3, type S3Options, startS3 } from '#test/fakes/providers/s3/start-s3.ts';
import { createStorage, isStorageKey, type Storage } from './storage.ts';

const about = { contentType: 'application/octet-stream' };
// Larger than one chunk of the wire: a checksum trailer in the content would change the size.
const content = Buffer.alloc(300_000, 'weft');

let directory: string;
let s3: S3;
const storages = new Map<string, Storage>();

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'storage-'));
  s3 = await startS3({ bucket: 'pictures' });
  storages.set('files', createStorage({ DATA_DIR: directory, STORAGE_URL: undefined }));
  storages.set(
    's3',
    createStorage({
      DATA_DIR: directory,
      STORAGE_URL: s3Url('KEY:SECRET@pictures'),
    }),
  );
});
const s3Url = (place: string) => `s3://${place}?endpoint=${encodeURIComponent(s3.address)}`;
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

test.each([
  ['secret', 'KEY:other@pictures', 'SignatureDoesNotMatch'],
  ['key', 'OTHER:SECRET@pictures', 'InvalidAccessKeyId'],
  ['bucket', 'KEY:SECRET@films', 'NoSuchBucket'],
])('another %s is refused, not taken for a missing object', async (_, place, reason) => {
  const storage = createStorage({ DATA_DIR: directory, STORAGE_URL: s3Url(place) });
  const refusal: Error = await storage.put('a.txt', content, about).catch((error) => error);
  expect(refusal.cause).toMatchObject({ name: reason });
});

const storageAt = async (options: S3Options, region?: string) => {
  const server = await startS3(options);
  onTestFinished(() => server.close());
  const url = new URL(server.settings.STORAGE_URL!);
  if (region) url.searchParams.set('region', region);
  return createStorage({ DATA_DIR: directory, STORAGE_URL: url.href });
};

test.each<[string, S3Options, string | undefined]>([
  ['R2', { isR2: true }, undefined],
  ['R2 without its region', { isR2: true }, 'us-east-1'],
  ['another region', { region: 'eu-central-1' }, undefined],
  // The client sets its clock by the first refusal.
  ['a clock that is wrong', { now: () => new Date(Date.now() + 3_600_000) }, undefined],
])('a bucket of %s takes and returns objects', async (_, options, region) => {
  const storage = await storageAt(options, region);
  await storage.put('a/b.png', content, about);
  await storage.putStream('a/c.png', Readable.from([content]), {
    ...about,
    sizeBytes: content.length,
  });
  expect((await storage.readBytes('a/c.png'))?.equals(content)).toBe(true);
  expect(await Array.fromAsync(storage.list())).toEqual(['a/b.png', 'a/c.png']);
  await storage.remove('a/b.png');
  expect(await storage.exists('a/b.png')).toBe(false);
});

test.each<[string, S3Options, string | undefined, string]>([
  ['of another region', {}, 'eu-central-1', 'AuthorizationHeaderMalformed'],
  ['of a region that R2 has not', { isR2: true }, 'eu-central-1', 'InvalidRegionName'],
  ['that may not be written to', { denied: ['PutObject'] }, undefined, 'AccessDenied'],
])('a bucket %s says so', async (_, options, region, reason) => {
  const storage = await storageAt(options, region);
  const refusal: Error = await storage.put('a.txt', content, about).catch((error) => error);
  expect(refusal.cause).toMatchObject({ name: reason });
});

test('a missing object is not taken for one that may not be read', async () => {
  const storage = await storageAt({ denied: ['ListBucket'] });
  await expect(storage.readBytes('missing.txt')).rejects.toThrow();
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
