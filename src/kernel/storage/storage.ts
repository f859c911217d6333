// Objects by key. Keys are made by the server; what a customer named a file is data of its area.
import path from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Disk } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import type { S3Driver } from 'flydrive/drivers/s3';
import type { Config } from '../config.ts';
import { requireOnDemand } from '../on-demand.ts';
import { readS3Url } from './s3-url.ts';

export type StoredObject = { stream: Readable; sizeBytes: number };

export type Storage = {
  /** Replaces what stood at the key. */
  put(key: string, bytes: Uint8Array, about: { contentType: string }): Promise<void>;
  /** Null when nothing stands at the key. The caller reads the stream to its end or destroys it. */
  read(key: string): Promise<StoredObject | null>;
  /** All of it, for what is small: its size is not asked for first. */
  readBytes(key: string): Promise<Buffer | null>;
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>;
  exists(key: string): Promise<boolean>;
};

const keyLengthMax = 512;
// Every part begins with a letter or digit: no `..`, no hidden file, no empty part.
const keyShape = /^[A-Za-z0-9][\w.-]*(\/[A-Za-z0-9][\w.-]*)*$/;

/** Whether a text may be a key at all; an address that names anything else is not found. */
export const isStorageKey = (text: string): boolean =>
  text.length <= keyLengthMax && keyShape.test(text);

/**
 * Files in DATA_DIR/files, or the bucket of `s3://KEY:SECRET@bucket?endpoint=...&region=...`.
 * Without KEY and SECRET the AWS environment is asked for credentials. Every call
 * throws for a key outside `isStorageKey`.
 */
export function openStorage(config: Pick<Config, 'DATA_DIR' | 'STORAGE_URL'>): Storage {
  const disk = new Disk(
    config.STORAGE_URL
      ? openS3(config.STORAGE_URL)
      : new FSDriver({ location: path.join(config.DATA_DIR, 'files'), visibility: 'private' }),
  );
  return {
    put: (key, bytes, { contentType }) => disk.put(checkKey(key), bytes, { contentType }),
    read: (key) =>
      orNull(async () => {
        const { contentLength } = await disk.getMetaData(checkKey(key));
        return { stream: await disk.getStream(key), sizeBytes: contentLength };
      }),
    readBytes: (key) => orNull(async () => buffer(await disk.getStream(checkKey(key)))),
    remove: (key) => disk.delete(checkKey(key)),
    exists: (key) => disk.exists(checkKey(key)),
  };
}

async function orNull<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

function checkKey(key: string): string {
  if (!isStorageKey(key)) throw new Error('A storage key may hold letters, digits, / . _ - alone.');
  return key;
}

function openS3(url: string): S3Driver {
  const s3 = requireOnDemand('flydrive/drivers/s3') as typeof import('flydrive/drivers/s3');
  return new s3.S3Driver(readS3Url(url));
}

type Cause = { code?: string; name?: string; $metadata?: { httpStatusCode?: number } };

function isAbsence(error: unknown): boolean {
  // A file is missed by its stream, without flydrive's wrapping.
  const { cause = error as Cause } = error as { cause?: Cause };
  return cause.code === 'ENOENT' || cause.$metadata?.httpStatusCode === 404;
}
