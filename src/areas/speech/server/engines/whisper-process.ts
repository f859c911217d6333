// The child process of whisper.ts: a broken model crashes this process only.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { WhisperFiles } from '../models/model-files.ts';
import type { WhisperJob, WhisperLoadJob, WhisperResult } from './whisper.ts';

type Stream = { acceptWaveform(audio: { samples: Float32Array; sampleRate: number }): void };
type Recognizer = {
  setConfig(config: object): void;
  createStream(): Stream;
  decodeAsync(stream: Stream): Promise<{ text: string; lang?: string }>;
};
type Sherpa = { OfflineRecognizer: { createAsync(config: object): Promise<Recognizer> } };

const sampleRate = 16_000;
const sherpa = createRequire(import.meta.url)('sherpa-onnx-node') as Sherpa;
let loaded: { key: string; recognizer: Promise<Recognizer> } | null = null;

type Task = Pick<WhisperJob, 'language' | 'task'>;

function createConfig(
  { encoder, decoder, tokens }: WhisperFiles,
  { language, task }: Task,
): object {
  const whisper = { encoder, decoder, language, task, tailPaddings: -1 };
  const modelConfig = { whisper, tokens, numThreads: 2, provider: 'cpu' };
  return { featConfig: { sampleRate, featureDim: 80 }, modelConfig };
}

function recognizerFor(files: WhisperFiles): Promise<Recognizer> {
  const key = JSON.stringify(files);
  if (loaded?.key === key) return loaded.recognizer;
  const config = createConfig(files, { language: '', task: 'transcribe' });
  const recognizer = sherpa.OfflineRecognizer.createAsync(config);
  loaded = { key, recognizer };
  // After an error, the next job loads it again.
  recognizer.catch(() => {
    if (loaded?.recognizer === recognizer) loaded = null;
  });
  return recognizer;
}

async function transcribe(job: WhisperJob): Promise<WhisperResult> {
  const recognizer = await recognizerFor(job.files);
  // Loading again for another language would take seconds.
  recognizer.setConfig(createConfig(job.files, job));
  const { buffer, byteOffset, length } = readFileSync(job.samplesFile);
  const samples = new Int16Array(buffer, byteOffset, Math.floor(length / 2));
  const texts: string[] = [];
  let language = '';
  for (const { start, end } of job.windows) {
    const part = samples.subarray(Math.floor(start * sampleRate), Math.floor(end * sampleRate));
    const stream = recognizer.createStream();
    stream.acceptWaveform({ samples: Float32Array.from(part, (v) => v / 32_768), sampleRate });
    const { text, lang } = await recognizer.decodeAsync(stream);
    texts.push(text);
    language ||= lang?.replace(/[<|>]/g, '') ?? '';
  }
  return { texts, language };
}

type ProcessRequest = { id: number; job: WhisperJob | WhisperLoadJob };

process.on('message', async ({ id, job }: ProcessRequest) => {
  try {
    const isJob = 'samplesFile' in job;
    const result = isJob ? await transcribe(job) : Boolean(await recognizerFor(job.files));
    process.send?.({ id, result });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit());
