import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createStorage, type Storage } from '#kernel/storage/storage.ts';
import type { Manifest } from '../../src/backups/manifest.ts';
import {
  type ArchivedFiles,
  archiveStorage,
  readStorageArchive,
  restoreStorage,
} from '../../src/backups/storage-archive.ts';

function folder(): string {
  const created = mkdtempSync(path.join(os.tmpdir(), 'weftline-archive-'));
  onTestFinished(() => rmSync(created, { recursive: true, force: true }));
  return created;
}
const openStorage = () => createStorage({ DATA_DIR: folder(), STORAGE_URL: undefined });
const large = Buffer.alloc(300_000, 'weft');

async function filledStorage(): Promise<Storage> {
  const storage = openStorage();
  const about = { contentType: 'image/webp' };
  await storage.put('public/avatars/a.webp', Buffer.from('picture'), about);
  await storage.put('tickets/7/empty.txt', Buffer.alloc(0), about);
  await storage.put('tickets/7/large.bin', large, about);
  return storage;
}

const toManifest = ({ about, parts }: ArchivedFiles): Manifest =>
  ({ files: about, parts: { ...parts, database: parts.files } }) as Manifest;

test('every file is archived and restored, with its hash in the index', async () => {
  const place = folder();
  const archived = await archiveStorage(await filledStorage(), place, undefined);
  expect(archived.about).toEqual({ count: 3, sizeBytes: 300_007, missing: [] });
  const index = readFileSync(path.join(place, 'files.jsonl'), 'utf8');
  expect(index).toContain(createHash('sha256').update(large).digest('hex'));
  const target = openStorage();
  await restoreStorage(target, place, toManifest(archived), undefined);
  expect((await Array.fromAsync(target.list())).sort()).toEqual([
    'public/avatars/a.webp',
    'tickets/7/empty.txt',
    'tickets/7/large.bin',
  ]);
  expect((await target.readBytes('tickets/7/large.bin'))?.equals(large)).toBe(true);
});

test('a file that is deleted between the listing and the copy is reported', async () => {
  const storage = await filledStorage();
  const list = async function* () {
    const keys = await Array.fromAsync(storage.list());
    await storage.remove('tickets/7/large.bin');
    yield* keys;
  };
  const { about } = await archiveStorage({ ...storage, list }, folder(), undefined);
  expect(about).toEqual({ count: 2, sizeBytes: 7, missing: ['tickets/7/large.bin'] });
});

test('a failing storage fails the archive', async () => {
  const storage = await filledStorage();
  const read = () => Promise.reject(new Error('The bucket does not answer.'));
  await expect(archiveStorage({ ...storage, read }, folder(), undefined)).rejects.toThrow(
    'does not answer',
  );
});

test('files of two backups do not fit together', async () => {
  const place = folder();
  const archived = await archiveStorage(await filledStorage(), place, undefined);
  const other = openStorage();
  await other.put('public/avatars/a.webp', Buffer.from('changed'), { contentType: 'image/webp' });
  const elsewhere = folder();
  const { parts } = await archiveStorage(other, elsewhere, undefined);
  const mixed = { ...archived, parts: { ...archived.parts, files: parts.files } };
  rmSync(path.join(place, 'files.tar'));
  renameSync(path.join(elsewhere, 'files.tar'), path.join(place, 'files.tar'));
  await expect(readStorageArchive(place, toManifest(mixed), undefined)).rejects.toThrow(
    'avatars/a.webp is not the one that was backed up',
  );
});
