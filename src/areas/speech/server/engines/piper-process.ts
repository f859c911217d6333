// The child process of piper.ts: a broken voice crashes this process only.
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { LRUCache } from 'lru-cache';
import type { PiperFiles } from '../models/model-files.ts';
import type { PiperJob, PiperLoadJob, PiperResult } from './piper.ts';

type Sound = { samples: Float32Array; sampleRate: number };
type Voice = {
  generateAsync(request: { text: string; sid: number; speed: number }): Promise<Sound>;
};
type Sherpa = { OfflineTts: { createAsync(config: object): Promise<Voice> } };

/** Each takes some 100 MB of memory. */
const voicesMax = 3;
const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
const loaded = new LRUCache<string, Promise<Voice>>({ max: voicesMax });
/** The first voice's pronunciation is used for all: eSpeak NG starts once per process. */
let espeakData: string | null = null;

function createVoice({ model, tokens, espeakData: data }: PiperFiles): Promise<Voice> {
  // Its voice was removed, so the next job begins with another process.
  if (espeakData && !existsSync(espeakData)) process.exit(1);
  espeakData ??= data;
  const known = loaded.get(model);
  if (known) return known;
  const vits = { model, tokens, dataDir: data };
  const config = { model: { vits, numThreads: 2, provider: 'cpu' }, maxNumSentences: 1 };
  const voice = sherpa.OfflineTts.createAsync(config);
  loaded.set(model, voice);
  // After an error, the next job loads it again.
  voice.catch(() => loaded.delete(model));
  return voice;
}

async function speak({ files, text, speed, samplesFile }: PiperJob): Promise<PiperResult> {
  const voice = await createVoice(files);
  const { samples, sampleRate } = await voice.generateAsync({ text, sid: 0, speed });
  const pcm = Int16Array.from(samples, (value) => Math.max(-1, Math.min(1, value)) * 32_767);
  writeFileSync(samplesFile, pcm);
  return { sampleRate };
}

type ProcessRequest = { id: number; job: PiperJob | PiperLoadJob };

process.on('message', async ({ id, job }: ProcessRequest) => {
  try {
    const result = 'text' in job ? await speak(job) : Boolean(await createVoice(job.files));
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
