// The stored files of customers: one archive, and beside it an index with the SHA-256 of each.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough, Readable } from 'node:stream';
import { z } from 'zod';
import { isStorageKey, type Storage } from '#kernel/storage/storage.ts';
import type { Passphrase } from './encryption.ts';
import type { Manifest } from './manifest.ts';
import { type Part, readPart, writePart } from './parts.ts';
import { BackupError } from './problem.ts';
import { type NewEntry, packArchive, type ReadEntry, toLength, unpackArchive } from './tar.ts';

const lineSchema = z.object({
  key: z.string().refine(isStorageKey),
  sizeBytes: z.number(),
  sha256: z.string(),
});

export type ArchivedFiles = {
  about: Omit<NonNullable<Manifest['files']>, 'lacking'>;
  keys: ReadonlySet<string>;
  parts: { files: Part; index: Part };
};

/** Copies every object. One that is deleted meanwhile is reported in `missing`. */
export async function archiveStorage(
  storage: Storage,
  folder: string,
  passphrase: Passphrase | undefined,
): Promise<ArchivedFiles> {
  const about = { count: 0, sizeBytes: 0, missing: [] as string[] };
  const keys = new Set<string>();
  const index = new PassThrough();
  async function* entries(): AsyncGenerator<NewEntry> {
    for await (const key of storage.list()) {
      const found = isStorageKey(key) ? await openObject(storage, key) : null;
      if (!found) {
        about.missing.push(key);
        continue;
      }
      const { sizeBytes, contentType } = found;
      const hash = createHash('sha256');
      const content = hashed(toLength(found.chunks, sizeBytes), hash);
      yield { name: key, type: 'file', sizeBytes, contentType, content };
      about.count++;
      keys.add(key);
      about.sizeBytes += sizeBytes;
      const line = { key, sizeBytes, sha256: hash.digest('hex') };
      if (index.destroyed) throw new BackupError('The index of files could not be written.');
      if (!index.write(`${JSON.stringify(line)}\n`)) await once(index, 'drain');
    }
    index.end();
  }
  const archived = writePart(folder, 'files.tar', packArchive(entries()), passphrase);
  // A failure of one must not leave the other waiting.
  archived.catch((error: Error) => index.destroy(error));
  const indexed = writePart(folder, 'files.jsonl', index, passphrase);
  const [files, lines] = await Promise.all([archived, indexed]);
  return { about, keys, parts: { files, index: lines } };
}

type OpenObject = { chunks: AsyncIterable<Buffer>; sizeBytes: number; contentType?: string };

/** The first chunk is read at once: a file that is gone shows it only then. */
async function openObject(storage: Storage, key: string): Promise<OpenObject | null> {
  const found = await storage.read(key);
  if (!found) return null;
  const chunks = found.stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  try {
    const first = await chunks.next();
    return { ...found, chunks: resume(first, chunks) };
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
}

async function* resume(
  first: IteratorResult<Buffer>,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  try {
    for (let result = first; !result.done; result = await rest.next()) yield result.value;
  } finally {
    await rest.return?.();
  }
}

async function* hashed(
  content: AsyncIterable<Buffer>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Reads every archived file and compares it with the index; `save` may store it on the way. Throws
 * when one differs or is missing.
 */
export async function readStorageArchive(
  folder: string,
  { parts, files }: Manifest,
  passphrase: Passphrase | undefined,
  save?: (entry: ReadEntry) => Promise<void>,
): Promise<void> {
  if (!parts.files || !parts.index || !files) return;
  const index = Readable.from(readPart(folder, parts.index, passphrase));
  const lines = createInterface({ input: index })[Symbol.asyncIterator]();
  // An error of the input would otherwise only end the lines.
  const failed = new Promise<never>((_, reject) => index.once('error', reject));
  failed.catch(() => {});
  const readLine = async () => {
    const { value, done } = await Promise.race([lines.next(), failed]);
    return done ? null : parseLine(value);
  };
  let count = 0;
  for await (const entry of unpackArchive(readPart(folder, parts.files, passphrase))) {
    const hash = createHash('sha256');
    const checked = { ...entry, content: hashed(entry.content, hash) };
    if (!isStorageKey(entry.name)) throw new BackupError(`${entry.name} is no name of a file.`);
    if (save) await save(checked);
    else for await (const _ of checked.content);
    const line = await readLine();
    if (line?.key !== entry.name || line.sha256 !== hash.digest('hex'))
      throw new BackupError(`The file ${entry.name} is not the one that was backed up.`);
    count++;
  }
  if ((await readLine()) !== null || count !== files.count)
    throw new BackupError(`The backup has ${count} of ${files.count} files.`);
}

function parseLine(text: string): z.infer<typeof lineSchema> {
  try {
    return lineSchema.parse(JSON.parse(text));
  } catch {
    throw new BackupError('The index of files is damaged.');
  }
}

export function restoreStorage(
  storage: Storage,
  folder: string,
  manifest: Manifest,
  passphrase: Passphrase | undefined,
): Promise<void> {
  return readStorageArchive(folder, manifest, passphrase, (entry) =>
    storage.putStream(entry.name, Readable.from(entry.content), {
      contentType: entry.contentType ?? 'application/octet-stream',
      sizeBytes: entry.sizeBytes,
    }),
  );
}
