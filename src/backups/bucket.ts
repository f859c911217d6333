// Backups in a bucket: those that a folder would have, a backup a folder of keys. S3 takes 5 GB in
// one request, so longer files are stored in pieces: `database.dump.piece-001`.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createStorage, type Storage } from '#kernel/storage/storage.ts';
import { draftSuffix, type FoundBackup, parseName } from './folders.ts';
import { type Part, readSums, sumsFile } from './parts.ts';
import { BackupError } from './problem.ts';

const usualPieceBytes = 4e9;
const pieceShape = /\.piece-\d+$/;
const contentType = 'application/octet-stream';

export const openBucket = (url: string): Storage =>
  createStorage({ DATA_DIR: '', STORAGE_URL: url });

/** Copies a complete backup and reads every byte of it again. SHA256SUMS comes last. */
export async function uploadBackup(
  bucket: Storage,
  folder: string,
  pieceBytes = usualPieceBytes,
): Promise<void> {
  const name = path.basename(folder);
  for (const part of await readSums(folder)) await uploadFile(bucket, folder, part, pieceBytes);
  const { size } = await stat(path.join(folder, sumsFile));
  await bucket.putStream(`${name}/${sumsFile}`, createReadStream(path.join(folder, sumsFile)), {
    contentType,
    sizeBytes: size,
  });
}

async function uploadFile(
  bucket: Storage,
  folder: string,
  { file, sizeBytes, sha256 }: Part,
  pieceBytes: number,
): Promise<void> {
  const keys: string[] = [];
  for (let start = 0; start === 0 || start < sizeBytes; start += pieceBytes) {
    const bytes = Math.min(pieceBytes, sizeBytes - start);
    const suffix =
      sizeBytes > pieceBytes ? `.piece-${String(keys.length + 1).padStart(3, '0')}` : '';
    const key = `${path.basename(folder)}/${file}${suffix}`;
    const from = path.join(folder, file);
    const content =
      bytes === 0 ? Readable.from([]) : createReadStream(from, { start, end: start + bytes - 1 });
    await bucket.putStream(key, content, { contentType, sizeBytes: bytes });
    keys.push(key);
  }
  const hash = createHash('sha256');
  await pipeline(readAll(bucket, keys), hash);
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`The bucket has another content of ${file} than what was sent.`);
}

async function* readAll(bucket: Storage, keys: readonly string[]): AsyncGenerator<Buffer> {
  for (const key of keys) {
    const found = await bucket.read(key);
    if (!found) throw new BackupError(`${key} is missing in the bucket.`);
    yield* found.stream as AsyncIterable<Buffer>;
  }
}

/** The keys of every backup, complete or not, the oldest backup first. */
async function listKeys(bucket: Storage): Promise<Map<string, string[]>> {
  const keys = new Map<string, string[]>();
  for await (const key of bucket.list()) {
    const name = key.split('/')[0]!;
    if (parseName(name)) keys.set(name, [...(keys.get(name) ?? []), key]);
  }
  return keys;
}

/** The oldest first. A draft is one whose upload broke off, or still runs. */
export async function listBucket(bucket: Storage): Promise<FoundBackup[]> {
  const all = [...(await listKeys(bucket))].map(([name, keys]) => ({
    ...parseName(name)!,
    name,
    isDraft: !keys.includes(`${name}/${sumsFile}`),
  }));
  return all.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** What says that it is complete goes first. */
export async function deleteFromBucket(bucket: Storage, name: string): Promise<void> {
  await bucket.remove(`${name}/${sumsFile}`);
  for (const key of (await listKeys(bucket)).get(name) ?? []) await bucket.remove(key);
}

/** Into a new folder, for a restore. */
export async function downloadBackup(bucket: Storage, name: string, to: string): Promise<string> {
  const keys = (await listKeys(bucket)).get(name) ?? [];
  if (!keys.includes(`${name}/${sumsFile}`))
    throw new BackupError(`The bucket has no complete backup called ${name}.`);
  const folder = path.join(to, name);
  const draft = folder + draftSuffix;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o700 });
  const files = Map.groupBy(keys.sort(), (key) =>
    key.slice(name.length + 1).replace(pieceShape, ''),
  );
  for (const [file, pieces] of files) {
    const target = createWriteStream(path.join(draft, path.basename(file)), { mode: 0o600 });
    await pipeline(readAll(bucket, pieces), target);
  }
  await rename(draft, folder);
  return folder;
}
