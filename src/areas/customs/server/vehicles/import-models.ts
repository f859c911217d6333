// Imports a file of a public data set. What is alike is stored once; what the file does not say
// stays unknown.
import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Tx } from '#kernel/database/database.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { normalizeText } from '../tariffs/codes/tariff-text.ts';
import { digestFile, statFile } from '../tariffs/import/import-tariff.ts';
import { listSearchWords } from './model-search-text.ts';
import type { VehicleModel, VehicleReading, VehicleSource } from './vehicle-model.ts';
import {
  analyzeModels,
  deleteDatasets,
  findDataset,
  insertDataset,
  insertModels,
  lockDatasets,
  type ModelRow,
  updateDataset,
  type VehicleDataset,
} from './vehicle-model-store.ts';

type Progress = { rows: number; models: number };
export type VehicleImport = {
  source: VehicleSource;
  file: string;
  onProgress?: ((progress: Progress) => void) | undefined;
};
type Deps = Pick<Kernel, 'work' | 'clock'>;

const rowsAtOnce = 2000;
const progressEvery = 20_000;
/** Of the problems of a file only the first are kept; all are counted. */
const problemsMax = 200;

/** Throws an error for the operator. The same file again changes nothing. */
export async function importVehicleModels(
  { work, clock }: Deps,
  { source, file, onProgress }: VehicleImport,
): Promise<{ dataset: VehicleDataset; isNew: boolean }> {
  const { mtime } = await statFile(file);
  const sha256 = await digestFile(file);
  const { name, title, publisher, licence, url } = source;
  // Reading waits for the disk within the transaction: half a data set must never be seen.
  const isNew = await work.write(async (tx) => {
    await lockDatasets(tx);
    if (await findDataset(tx, name, sha256)) return false;
    if (source.isWhole) await deleteDatasets(tx, name);
    const id = await insertDataset(tx, {
      ...{ source: name, title, publisher, licence, url, sha256, created_at: clock.now() },
      ...{ file_name: path.basename(file), file_date: mtime.toISOString().slice(0, 10) },
    });
    await saveModels(tx, { id, source: name }, source.read(file), onProgress);
    return true;
  });
  if (isNew) await work.read(analyzeModels);
  const dataset = await work.read((db) => findDataset(db, name, sha256));
  return { dataset: dataset!, isNew };
}

async function saveModels(
  tx: Tx,
  dataset: { id: number; source: string },
  { models, problems }: VehicleReading,
  onProgress?: (progress: Progress) => void,
): Promise<void> {
  const progress: Progress = { rows: 0, models: 0 };
  // As large as the models are many, not as the file is long.
  const seen = new Set<string>();
  let rows: ModelRow[] = [];
  const flush = async () => {
    if (rows.length > 0) progress.models += await insertModels(tx, dataset, rows);
    rows = [];
  };
  for await (const model of models) {
    progress.rows += 1;
    if (progress.rows % progressEvery === 0) onProgress?.(progress);
    const row = toRow(model);
    if (seen.has(row.fingerprint)) continue;
    seen.add(row.fingerprint);
    rows.push({ ...row, words: listSearchWords(`${model.make} ${model.model}`) });
    if (rows.length >= rowsAtOnce) await flush();
  }
  await flush();
  if (progress.rows === 0) throw new Error(nothingRead(problems));
  await updateDataset(tx, dataset.id, {
    rows_count: progress.rows,
    models_count: progress.models,
    problems_count: problems.length,
    problems: JSON.stringify(problems.slice(0, problemsMax)),
  });
  onProgress?.(progress);
}

/** Registries write one name in many ways: case, accents and punctuation make no other model. */
function toRow(model: VehicleModel): Omit<ModelRow, 'words'> {
  const { make, model: name, ...facts } = model;
  const keys = { make_key: normalizeText(make), model_key: normalizeText(name) };
  const identity = JSON.stringify([keys.make_key, keys.model_key, facts]);
  const fingerprint = createHash('sha256').update(identity).digest('base64url').slice(0, 22);
  return { ...model, ...keys, fingerprint };
}

const nothingRead = (problems: VehicleReading['problems']) =>
  [
    'The file contains no vehicle that can be read.',
    ...problems.map(({ line, message }) => `line ${line}: ${message}`),
  ]
    .slice(0, 10)
    .join('\n');
