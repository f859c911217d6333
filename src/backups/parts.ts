// The files of a backup: each written once, to disk before it counts, with its SHA-256.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { decrypt, encrypt, type Passphrase } from './encryption.ts';
import { BackupError } from './problem.ts';

/** `sha256` is that of the file as it is stored, so `sha256sum --check` can compare it. */
export const partSchema = z.object({
  file: z.string().regex(/^[a-z][a-z.-]*$/),
  sizeBytes: z.number(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type Part = z.infer<typeof partSchema>;

export const encryptedSuffix = '.enc';
export const sumsFile = 'SHA256SUMS';

/** Writes a new file that only its owner may read. */
export async function writePart(
  folder: string,
  name: string,
  content: AsyncIterable<Buffer>,
  passphrase: Passphrase | undefined,
): Promise<Part> {
  const file = passphrase ? name + encryptedSuffix : name;
  const place = path.join(folder, file);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const stored = passphrase ? encrypt(content, { passphrase, name: file }) : content;
  await pipeline(
    stored,
    async function* measure(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk);
        sizeBytes += chunk.length;
        yield chunk;
      }
    },
    createWriteStream(place, { flags: 'wx', mode: 0o600, flush: true }),
  );
  return { file, sizeBytes, sha256: hash.digest('hex') };
}

/**
 * The content of a part, decrypted. Throws at its end when the file is not the one that was
 * written, and at once for a plain one where there is a passphrase: somebody who can write to the
 * place of the backups may have put it there.
 */
export async function* readPart(
  folder: string,
  { file, sha256 }: Part,
  passphrase: Passphrase | undefined,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  async function* stored() {
    for await (const chunk of createReadStream(path.join(folder, file))) {
      hash.update(chunk as Buffer);
      yield chunk as Buffer;
    }
  }
  if (file.endsWith(encryptedSuffix)) {
    if (!passphrase) throw new BackupError(needsPassphrase);
    yield* decrypt(stored(), { passphrase, name: file });
  } else if (passphrase) throw new BackupError(isPlain(file));
  else yield* stored();
  if (hash.digest('hex') !== sha256)
    throw new BackupError(`${file} is damaged: its SHA-256 differs.`);
}

/** `content` after a transformation such as compression. */
export async function* through(
  content: AsyncIterable<Buffer>,
  transform: Transform,
): AsyncGenerator<Buffer> {
  const fed = pipeline(Readable.from(content), transform);
  // A failure of the content is thrown by what reads the transformation.
  fed.catch(() => {});
  yield* transform as AsyncIterable<Buffer>;
  await fed;
}

export const needsPassphrase =
  'This backup is encrypted: set BACKUP_PASSPHRASE, or pass --key-file FILE.';

const isPlain = (file: string): string =>
  `${file} is not encrypted, but a passphrase is set. Only if you made this backup without one: ` +
  'unset BACKUP_PASSPHRASE and leave out --key-file.';

/** Written last: a folder without it is no complete backup. */
export async function writeSums(folder: string, parts: readonly Part[]): Promise<void> {
  const lines = parts.map(({ sha256, file }) => `${sha256}  ${file}\n`);
  const content = Readable.from([Buffer.from(lines.join(''))]);
  await writePart(folder, sumsFile, content, undefined);
  await syncFolder(folder);
}

export async function readSums(folder: string): Promise<Part[]> {
  const text = await readFile(path.join(folder, sumsFile), 'utf8').catch(() => {
    throw new BackupError(`${folder} is not a complete backup: it has no ${sumsFile}.`);
  });
  const lines = text.split('\n').filter(Boolean);
  return Promise.all(
    lines.map(async (line) => {
      const [sha256 = '', file = ''] = line.split('  ');
      const found = await stat(path.join(folder, path.basename(file))).catch(() => {
        throw new BackupError(`${file} is missing in ${folder}.`);
      });
      const part = partSchema.safeParse({ file, sha256, sizeBytes: found.size });
      if (!part.success) throw new BackupError(`${sumsFile} is damaged.`);
      return part.data;
    }),
  );
}

/** So that the names of new files survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
