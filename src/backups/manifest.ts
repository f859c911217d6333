// What a backup says about itself: enough to restore it, and to check that nothing is missing.
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { Passphrase } from './encryption.ts';
import { encryptedSuffix, type Part, partSchema, readPart, readSums, writePart } from './parts.ts';
import { BackupError } from './problem.ts';

const instant = z.iso.datetime();

const dumpSchema = z.object({
  /** By pg_dump in its custom format. */
  kind: z.literal('dump'),
  serverMajor: z.number(),
});
const physicalSchema = z.object({
  /** The files of the server, with the log that makes them consistent. */
  kind: z.literal('physical'),
  serverMajor: z.number(),
  platform: z.string(),
});

const factsSchema = z.object({
  migrations: z.array(z.object({ name: z.string(), sha256: z.string() })),
  /** Rows by table. Exact in a dump; a physical copy is a little newer than its counts. */
  rows: z.record(z.string(), z.number()),
  ledger: z.object({
    totals: z.array(
      z.object({ currency: z.string(), kind: z.string(), label: z.string(), sum: z.string() }),
    ),
    /** The number of sealed journals and the last hash. */
    sealed: z.number(),
    head: z.string(),
  }),
});

const manifestSchema = z.object({
  format: z.literal(1),
  product: z.string(),
  startedAt: instant,
  /** The database is restored to this time or a later one. */
  databaseAt: instant,
  database: z.discriminatedUnion('kind', [dumpSchema, physicalSchema]),
  facts: factsSchema,
  /** Null when they were left out. */
  files: z
    .object({
      count: z.number(),
      sizeBytes: z.number(),
      /** Deleted between the listing and the copy. */
      missing: z.array(z.string()),
      /** Named by the database and not in the storage: the backup is not whole. */
      lacking: z.array(z.string()).default([]),
    })
    .nullable(),
  /** Of the first secret of APP_SECRET: whether the restored copy has the same. */
  secretFingerprint: z.string(),
  parts: z.object({
    database: partSchema,
    files: partSchema.optional(),
    /** One line of JSON for each file: key, size, SHA-256. */
    index: partSchema.optional(),
    /** DATA_DIR/app-secret, where it exists. */
    secret: partSchema.optional(),
  }),
});

export type Manifest = z.infer<typeof manifestSchema>;
export type Facts = z.infer<typeof factsSchema>;

const name = 'manifest.json';

export function writeManifest(
  folder: string,
  manifest: Manifest,
  passphrase: Passphrase | undefined,
): Promise<Part> {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  return writePart(folder, name, Readable.from([Buffer.from(text)]), passphrase);
}

/** Throws when the folder is no complete backup, or the passphrase is wrong or missing. */
export async function readManifest(
  folder: string,
  passphrase: Passphrase | undefined,
): Promise<Manifest> {
  const sums = await readSums(folder);
  const part = sums.find(({ file }) => [name, name + encryptedSuffix].includes(file));
  if (!part) throw new BackupError(`${folder} has no ${name}.`);
  const text = (await buffer(readPart(folder, part, passphrase))).toString();
  const read = manifestSchema.safeParse(parseJson(text));
  if (!read.success)
    throw new BackupError(`${name} is of another version of this software, or damaged.`);
  for (const one of Object.values(read.data.parts))
    if (one && !sums.some(({ file, sha256 }) => file === one.file && sha256 === one.sha256))
      throw new BackupError(`SHA256SUMS and ${name} disagree about ${one.file}.`);
  return read.data;
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
