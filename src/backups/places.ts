// Where backups go: a folder, or a bucket.
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { deleteFromBucket, listBucket, openBucket, uploadBackup } from './bucket.ts';
import { type FoundBackup, listBackups } from './folders.ts';

export type Place = {
  /** For people: without credentials. */
  name: string;
  /** The folder in which a backup is made, whose disk needs room for it. */
  folder: string;
  isBucket: boolean;
  /** Stores a complete backup of `folder`. */
  store(made: string): Promise<void>;
  /** Deletes what `folder` needs no longer. */
  tidy(made: string): Promise<void>;
  list(): Promise<FoundBackup[]>;
  remove(name: string): Promise<void>;
};

export const isBucketUrl = (text: string): boolean => text.startsWith('s3:');

/** `to` is the path of a folder, or `s3://KEY:SECRET@bucket?endpoint=...`. */
export function openPlace(to: string, dataDir: string): Place {
  if (isBucketUrl(to)) return openBucketPlace(to, path.join(dataDir, 'backup-outgoing'));
  const folder = path.resolve(to);
  return {
    name: folder,
    folder,
    isBucket: false,
    store: async () => {},
    tidy: async () => {},
    list: async () => listBackups(folder),
    remove: (name) => rm(path.join(folder, name), { recursive: true }),
  };
}

function openBucketPlace(url: string, folder: string): Place {
  const bucket = openBucket(url);
  return {
    name: `s3://${new URL(url).hostname}`,
    folder,
    isBucket: true,
    store: (made) => uploadBackup(bucket, made),
    tidy: (made) => rm(made, { recursive: true, force: true }),
    list: () => listBucket(bucket),
    remove: (name) => deleteFromBucket(bucket, name),
  };
}
