// The files of a job in the storage: the parts as they were uploaded, and the pieces of samples.
import type { Readable } from 'node:stream';
import type { Db } from '#kernel/database/database.ts';
import type { Storage } from '#kernel/storage/storage.ts';
import { partBytes, recordingSecondsMax } from '../../wire/transcription-jobs.constants.ts';
import { pieceSecondsMin } from '../audio/split-recording.ts';
import { listFilesInUse } from './recording-file-store.ts';

type Recording = { id: string; size_bytes: number };

const about = { contentType: 'application/octet-stream' };
const partKey = (id: string, number: number) => `transcription-jobs/${id}/part-${number}`;
const pieceKey = (id: string, number: number) => `transcription-jobs/${id}/piece-${number}`;
/** Of the longest recording, which is decoded a second beyond its limit. */
const piecesMax = Math.ceil((recordingSecondsMax + 1) / pieceSecondsMin);

export const countParts = (sizeBytes: number): number => Math.ceil(sizeBytes / partBytes);

/** Null for a number that is not a part of the file. */
export function partSize(sizeBytes: number, number: number): number | null {
  const count = countParts(sizeBytes);
  if (!Number.isInteger(number) || number < 1 || number > count) return null;
  return number < count ? partBytes : sizeBytes - (count - 1) * partBytes;
}

export const putPart = (storage: Storage, id: string, number: number, bytes: Uint8Array) =>
  storage.put(partKey(id, number), bytes, about);
export const putPiece = (storage: Storage, id: string, number: number, bytes: Uint8Array) =>
  storage.put(pieceKey(id, number), bytes, about);
export const removePart = (storage: Storage, id: string, number: number) =>
  storage.remove(partKey(id, number));

export const readPart = (storage: Storage, id: string, number: number) =>
  requireFile(storage, partKey(id, number));
/** The caller must read it to its end. */
export async function openPart(storage: Storage, id: string, number: number): Promise<Readable> {
  const key = partKey(id, number);
  const file = await storage.read(key);
  if (!file) throw new Error(`The file ${key} is missing.`);
  return file.stream;
}
export const readPiece = (storage: Storage, id: string, number: number) =>
  requireFile(storage, pieceKey(id, number));

async function requireFile(storage: Storage, key: string): Promise<Buffer> {
  const bytes = await storage.readBytes(key);
  if (!bytes) throw new Error(`The file ${key} is missing.`);
  return bytes;
}

/** What a backup must have. */
export async function listRecordingKeys(db: Db): Promise<string[]> {
  const files = await listFilesInUse(db);
  return files.map(({ id, kind, number }) =>
    kind === 'part' ? partKey(id, number) : pieceKey(id, number),
  );
}

/** All that may exist: a process may have ended while it wrote pieces. */
export async function removeFiles(storage: Storage, { id, size_bytes }: Recording): Promise<void> {
  for (let number = 1; number <= countParts(size_bytes); number++)
    await storage.remove(partKey(id, number));
  for (let number = 1; number <= piecesMax; number++) await storage.remove(pieceKey(id, number));
}
