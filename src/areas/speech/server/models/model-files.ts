// Which files of a folder make a model for sherpa-onnx.
import { access, readdir } from 'node:fs/promises';
import path from 'node:path';

export type WhisperFiles = { encoder: string; decoder: string; tokens: string };
export type PiperFiles = { model: string; tokens: string; espeakData: string };

/** Prefers the smaller int8 files. Null when one is missing. */
export async function findWhisperFiles(folder: string): Promise<WhisperFiles | null> {
  const findFile = await listFiles(folder);
  const encoder = findFile(/encoder.*\.onnx$/);
  const decoder = findFile(/decoder.*\.onnx$/);
  const tokens = findFile(/tokens\.txt$/);
  return encoder && decoder && tokens ? { encoder, decoder, tokens } : null;
}

export async function findPiperFiles(folder: string): Promise<PiperFiles | null> {
  const findFile = await listFiles(folder);
  const model = findFile(/\.onnx$/);
  const tokens = findFile(/^tokens\.txt$/);
  const espeakData = path.join(folder, 'espeak-ng-data');
  const hasData = await access(path.join(espeakData, 'phontab')).then(
    () => true,
    () => false,
  );
  return model && tokens && hasData ? { model, tokens, espeakData } : null;
}

async function listFiles(folder: string): Promise<(shape: RegExp) => string | undefined> {
  const names = (await readdir(folder).catch(() => [])).sort();
  return (shape) => {
    const fitting = names.filter((name) => shape.test(name));
    const name = fitting.find((one) => one.includes('int8')) ?? fitting[0];
    return name && path.join(folder, name);
  };
}
