// Imports the file of an official publication as a new version. It is not used until it is
// published.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Kernel } from '#kernel/kernel.ts';
import type { TariffSource } from '../tariff-model.ts';
import {
  analyzeTariffs,
  findByFile,
  findVersion,
  insertEvent,
  type TariffVersion,
} from '../versions/tariff-version-store.ts';
import { type SaveOptions, saveTariff } from './save-tariff.ts';

export type ImportOptions = SaveOptions & {
  source: TariffSource;
  file: string;
  /** With the countries that the measures do not concern. */
  exclusionsFile?: string | undefined;
  /** For sources that publish the tariffs of many countries. */
  jurisdiction?: string | undefined;
  /** The first day on which it applies. By default today. */
  effectiveFrom?: string | undefined;
};
export type ImportResult = { version: TariffVersion; isNew: boolean };

type Deps = Pick<Kernel, 'work' | 'clock'>;

const day = (time: Date) => time.toISOString().slice(0, 10);

/** Throws an error for the operator. The same file again returns the version that it has become. */
export async function importTariff(
  { work, clock }: Deps,
  { source, file, onProgress, ...options }: ImportOptions,
): Promise<ImportResult> {
  const jurisdiction = chooseJurisdiction(source, options.jurisdiction);
  const { exclusionsFile } = options;
  if (exclusionsFile !== undefined && !source.hasExclusionsFile)
    throw new Error(`${source.name} has no file of exclusions.`);
  const files = exclusionsFile === undefined ? [file] : [file, exclusionsFile];
  const { mtime } = await statFile(file);
  if (exclusionsFile !== undefined) await statFile(exclusionsFile);
  const sha256 = await digestFile(...files);
  const known = { source: source.name, jurisdiction, sha256 };
  const existing = await work.read((db) => findByFile(db, known));
  if (existing) return { version: existing, isNew: false };
  const now = clock.now();
  const values = {
    ...known,
    ...{ title: source.title, publisher: source.publisher, licence: source.licence },
    ...{ url: source.url, status: 'imported', created_at: now },
    file_name: files.map((one) => path.basename(one)).join(' + '),
    file_date: day(mtime),
    effective_from: options.effectiveFrom ?? day(now),
  };
  const reading = source.read(file, { jurisdiction, exclusionsFile });
  // Reading waits for the disk within the transaction: half a publication must never be seen.
  const id = await work.write(async (tx) => {
    const inserted = await saveTariff(tx, values, reading, { onProgress });
    if (inserted === null) return null;
    const event = { tariff_id: inserted, action: 'imported', account_id: null, created_at: now };
    await insertEvent(tx, { ...event, note: 'On the command line' });
    return inserted;
  });
  if (id !== null) await work.read(analyzeTariffs);
  const version = await work.read((db) =>
    id === null ? findByFile(db, known) : findVersion(db, id),
  );
  return { version: version!, isNew: id !== null };
}

function chooseJurisdiction({ name, jurisdiction }: TariffSource, requested: string | undefined) {
  const code = requested?.trim().toUpperCase();
  if (/^[A-Z]{2,4}$/.test(jurisdiction)) {
    if (code && code !== jurisdiction)
      throw new Error(`${name} is the tariff of ${jurisdiction}, not of ${code}.`);
    return jurisdiction;
  }
  if (code && /^[A-Z]{2,4}$/.test(code)) return code;
  throw new Error(`${name} has tariffs of many countries: name one with --jurisdiction XX.`);
}

export async function statFile(file: string) {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw new Error(`There is no file ${file}.`);
  if (found.size === 0) throw new Error(`The file ${file} is empty.`);
  return found;
}

/** Of several files as if they were one. */
export async function digestFile(...files: string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files)
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
