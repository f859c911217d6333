// Loads a model in a process of its own, once: native code ends the process on an invalid one.
import { createEngineProcess } from '../engines/engine-process.ts';
import { piperProgram } from '../engines/piper.ts';
import { whisperProgram } from '../engines/whisper.ts';
import type { SpeechModel } from './catalogue.ts';
import { findPiperFiles, findWhisperFiles } from './model-files.ts';

const timeoutMs = 300_000;

export async function canLoadModel({ kind }: SpeechModel, folder: string): Promise<boolean> {
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
