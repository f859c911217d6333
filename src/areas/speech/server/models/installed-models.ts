// Installed models: a folder each below `DATA_DIR/speech-models`, looked up at every call, so that
// a running server uses what is installed or removed.
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { type SpeechModel, speechModels } from './catalogue.ts';

export const modelsFolder = ({ DATA_DIR }: { DATA_DIR: string }): string =>
  path.join(DATA_DIR, 'speech-models');

/** Written last into the folder of a model: where it is from and how it was verified. */
export const manifestName = 'installed.json';

export type InstalledModel = { model: SpeechModel; folder: string };

/** In the order of the catalogue, the best first. */
export async function listInstalledModels(
  folder: string,
  kind?: SpeechModel['kind'],
  models: readonly SpeechModel[] = speechModels,
): Promise<InstalledModel[]> {
  const names = new Set(await readdir(folder).catch(() => []));
  return models
    .filter((model) => names.has(model.name) && (!kind || model.kind === kind))
    .map((model) => ({ model, folder: path.join(folder, model.name) }));
}

/** Where its download is until it is installed. */
export const partFile = (folder: string, { name }: SpeechModel): string =>
  path.join(folder, '.download', `${name}.tar.bz2.part`);

/** The beginning of the names of folders that it is unpacked to. */
export const unpackFolder = (folder: string, { name }: SpeechModel): string =>
  path.join(folder, `.unpack-${name}.`);

/** Of installations that were killed. */
export async function removeLeftovers(folder: string, model: SpeechModel): Promise<void> {
  const prefix = path.basename(unpackFolder(folder, model));
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(prefix)) await rm(path.join(folder, name), { recursive: true });
}

/**
 * Removes the model, and what was downloaded of it; false when there was neither. Renamed first, so
 * that no engine finds half a model.
 */
export async function removeModel(folder: string, model: SpeechModel): Promise<boolean> {
  const part = partFile(folder, model);
  const parts: string[] = await readdir(path.dirname(part)).catch(() => []);
  const hadPart = parts.includes(path.basename(part));
  await rm(part, { force: true });
  await rm(`${part}.etag`, { force: true });
  await removeLeftovers(folder, model);
  const [installed] = await listInstalledModels(folder, undefined, [model]);
  if (!installed) return hadPart;
  const removed = path.join(folder, `.removed-${model.name}`);
  await rm(removed, { recursive: true, force: true });
  await rename(installed.folder, removed);
  await rm(removed, { recursive: true, force: true });
  return true;
}
