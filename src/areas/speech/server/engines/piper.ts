import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { listInstalledModels } from '../models/installed-models.ts';
import { findPiperFiles, type PiperFiles } from '../models/model-files.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { toAsciiDigits } from '../text/plain-text.ts';
import { speakableShare } from '../text/scripts.ts';
import { EngineUnavailable, type EngineVoice, type SpeechEngine } from './engine.ts';
import { createEngineProcess } from './engine-process.ts';
import { createLoadCheck } from './load-check.ts';

/** Completes when the voice is loaded. */
export type PiperLoadJob = { files: PiperFiles };
export type PiperJob = {
  files: PiperFiles;
  text: string;
  speed: number;
  /** Gets signed 16-bit mono samples. */
  samplesFile: string;
};
export type PiperResult = { sampleRate: number };

export const piperProgram = new URL('./piper-process.ts', import.meta.url);
const startMs = 60_000;
const msPerCharacter = 100;
/** Letters of other scripts are spelled or skipped. */
const speakableShareMin = 0.5;

type InstalledVoice = EngineVoice & { files: PiperFiles };

/** Natural voices installed by the operator, run by sherpa-onnx in a child process. */
export function createPiper(modelsFolder: string): SpeechEngine {
  const process = createEngineProcess(piperProgram);
  const list = () => listInstalledVoices(modelsFolder);
  const loads = createLoadCheck((files: PiperFiles) => {
    const loading: PiperLoadJob = { files };
    return process.run(loading, { signal: new AbortController().signal, timeoutMs: startMs });
  });
  return {
    id: 'piper',
    name: 'Piper',
    note: 'Natural voices, by the models that the operator installed.',
    quality: 'standard',
    enable:
      'Run `npm run speech -- list` for the voices, and `npm run speech -- install NAME` for one.',
    languages: [],
    options: [],
    speeds: [0.5, 2],
    canRead: (text, language) => speakableShare(text, language) >= speakableShareMin,
    isAvailable: async () => {
      const [first] = await list();
      return first !== undefined && loads(first.files);
    },
    voices: async () => (await list()).map(({ id, name, language }) => ({ id, name, language })),
    async speak({ text, voice, speed }, signal) {
      const found = (await list()).find(({ id }) => id === voice.id);
      if (!found) throw new EngineUnavailable('the voice was removed');
      return withJobFolder(async (folder) => {
        const samplesFile = path.join(folder, 'samples.raw');
        const { files } = found;
        const job: PiperJob = { files, text: toAsciiDigits(text), speed, samplesFile };
        const timeoutMs = startMs + text.length * msPerCharacter;
        const { sampleRate } = (await process.run(job, { signal, timeoutMs })) as PiperResult;
        const { buffer, byteOffset, length } = await readFile(samplesFile);
        if (length === 0) throw new EngineUnavailable('the voice spoke nothing');
        return { samples: new Int16Array(buffer, byteOffset, length / 2), sampleRate };
      });
    },
    close: () => process.close(),
  };
}

async function listInstalledVoices(modelsFolder: string): Promise<InstalledVoice[]> {
  const installed = await listInstalledModels(modelsFolder, 'speech');
  const voices = installed.map(async ({ model, folder }) => {
    const files = await findPiperFiles(folder);
    return files && { id: model.name, name: model.title, language: model.languages[0]!, files };
  });
  return (await Promise.all(voices)).filter((voice) => voice !== null);
}
