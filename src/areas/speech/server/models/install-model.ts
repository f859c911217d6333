// Installs a model: downloads, verifies, unpacks, loads it once, and only then renames it to where
// engines look. Safe to repeat after any failure.
import { mkdir, mkdtemp, rename, rm, stat, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ProgramError, runProgram } from '#kernel/run-program.ts';
import { formatBytes } from '#lib/format.ts';
import { createEngineProcess } from '../engines/engine-process.ts';
import { piperProgram } from '../engines/piper.ts';
import { whisperProgram } from '../engines/whisper.ts';
import type { SpeechModel } from './catalogue.ts';
import { type DownloadProgress, download } from './download.ts';
import {
  listInstalledModels,
  manifestName,
  partFile,
  removeLeftovers,
  unpackFolder,
} from './installed-models.ts';
import { ModelError } from './model-error.ts';
import { findPiperFiles, findWhisperFiles } from './model-files.ts';
import { type Verification, verifyDownload } from './verify-download.ts';

// Loads a model in a process of its own, once: native code ends the process on an invalid one.
const timeoutMs = 300_000;

async function canLoadModel({ kind }: SpeechModel, folder: string): Promise<boolean> {
  const isSpeech = kind === 'speech';
  const files = isSpeech ? await findPiperFiles(folder) : await findWhisperFiles(folder);
  if (!files) return false;
  const engine = createEngineProcess(isSpeech ? piperProgram : whisperProgram);
  const { signal } = new AbortController();
  try {
    await engine.run({ files }, { signal, timeoutMs });
    return true;
  } catch {
    return false;
  } finally {
    engine.close();
  }
}

export type InstallOptions = {
  /** See `modelsFolder`. */
  folder: string;
  /** `releasesUrl` or a mirror. */
  baseUrl: string;
  now: Date;
  onProgress?: (progress: DownloadProgress) => void;
  onStep?: (step: 'verify' | 'unpack' | 'load') => void;
  retryWaitMs?: number;
  /** Of the file system of a folder. */
  readFreeBytes?: (folder: string) => Promise<number>;
};
export type Installation = { isNew: boolean; verification: Verification | null };

/** The archive, and what is unpacked of it: at most twice its size. */
const spaceFactor = 3;
const unpackMs = 30 * 60_000;

/** Throws ModelError. */
export async function installModel(
  model: SpeechModel,
  options: InstallOptions,
): Promise<Installation> {
  const { folder, baseUrl, onProgress, onStep, retryWaitMs } = options;
  const [installed] = await listInstalledModels(folder, undefined, [model]);
  if (installed) return { isNew: false, verification: null };
  const part = partFile(folder, model);
  await mkdir(path.dirname(part), { recursive: true });
  await checkSpace(model, part, options);
  const url = `${baseUrl}/${model.file}`;
  await download({ url, file: part, bytes: model.bytes, onProgress, retryWaitMs });
  onStep?.('verify');
  const verification = await verifyDownload(part, model, baseUrl).catch(async (error) => {
    await removePart(part);
    throw error;
  });
  await removeLeftovers(folder, model);
  const unpacked = await mkdtemp(unpackFolder(folder, model));
  try {
    onStep?.('unpack');
    await unpack(part, unpacked);
    onStep?.('load');
    if (!(await canLoadModel(model, unpacked)))
      throw new ModelError(
        `${model.name} was downloaded, but does not load here: the memory may be too small, or sherpa-onnx does not support this machine.`,
      );
    await writeManifest(unpacked, { model, url, verification, now: options.now });
    await rename(unpacked, path.join(folder, model.name));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
  await removePart(part);
  return { isNew: true, verification };
}

async function removePart(part: string): Promise<void> {
  await rm(part, { force: true });
  await rm(`${part}.etag`, { force: true });
}

async function checkSpace(
  { bytes }: SpeechModel,
  part: string,
  { folder, readFreeBytes = measureFreeBytes }: InstallOptions,
): Promise<void> {
  const received = await stat(part).then(
    ({ size }) => size,
    () => 0,
  );
  const needed = bytes * spaceFactor - received;
  const free = await readFreeBytes(folder);
  if (free < needed)
    throw new ModelError(
      `${folder} needs ${formatBytes(needed)} of free space and has ${formatBytes(free)}. Free some, or set DATA_DIR to a larger disk.`,
    );
}

async function measureFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** Without recordings for tests, and without the large encoders and decoders: int8 is used. */
const excluded = ['*/test_wavs', '*-encoder.onnx', '*-decoder.onnx'];

async function unpack(archive: string, folder: string): Promise<void> {
  const exclude = excluded.map((shape) => `--exclude=${shape}`);
  const args = ['-xjf', archive, '-C', folder, '--strip-components=1', ...exclude];
  try {
    await runProgram({ command: 'tar', args, timeoutMs: unpackMs, outputBytesMax: 1_000_000 });
  } catch (error) {
    if (!(error instanceof ProgramError)) throw error;
    const isMissing = error.fault === 'missing' || /bzip2.*(exec|not found)/i.test(error.message);
    throw new ModelError(
      isMissing
        ? 'Unpacking needs the programs tar and bzip2. Install them and run the command again: the download is kept.'
        : `The download could not be unpacked: ${error.message}`,
      { cause: error },
    );
  }
}

type Manifest = { model: SpeechModel; url: string; verification: Verification; now: Date };

/** The licence stays with the model, also where its archive has no file of it. */
async function writeManifest(
  folder: string,
  { model, url, verification, now }: Manifest,
): Promise<void> {
  const { name, licence, licenceUrl } = model;
  const manifest = {
    name,
    url,
    sha256: verification.sha256,
    verified_by: verification.by,
    licence,
    licence_url: licenceUrl,
    installed_at: now.toISOString(),
  };
  await writeFile(path.join(folder, manifestName), `${JSON.stringify(manifest, null, 2)}\n`);
}
