// The word error rate of each engine that is available here, on sentences spoken by eSpeak NG and by
// Flite: how many of 100 words come out wrong, missing or invented. Spoken by programs, because no
// recording comes with the packages; people are easier for the larger models, and harder for
// PocketSphinx. An engine over the limit is listed as `basic`.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { decodeAudio } from '#areas/speech/server/audio/decode-audio.ts';
import { mediaTypes } from '#areas/speech/server/audio/media-types.ts';
import { encodeWav } from '#areas/speech/server/audio/wav.ts';
import type {
  EngineVoice,
  SpeechEngine,
  TranscriptionEngine,
} from '#areas/speech/server/engines/engine.ts';
import { createEngines } from '#areas/speech/server/engines/engines.ts';
import { withJobFolder } from '#areas/speech/server/processing/job-folder.ts';
import { createThreadPool, type ThreadPool } from '#areas/speech/server/processing/thread-pool.ts';
import { wordErrorRate } from '#areas/speech/server/text/edit-distance.ts';
import { readAppConfig } from '../src/app-config.ts';
import type { Row } from './load/rows.ts';

/** Percent. An engine with more than this for one of the voices is `basic`. */
const limit = 30;

const everyday = [
  'The weather is fine today and we will meet in the garden at noon.',
  'Please send the report to the office before Friday.',
  'She opened the window because the room was very hot.',
  'They walked along the river and talked about the old house.',
  'The train leaves the station at seven in the morning.',
  'He bought bread and milk at the small shop on the corner.',
];
const business = [
  'Our customer in Rotterdam asks for a refund of the import duty.',
  'The invoice for the second shipment was paid by bank transfer.',
  'Could you forward the tracking number to the warehouse manager?',
  'The quarterly forecast assumes a stable exchange rate.',
  'Three containers with spare parts are still at the terminal.',
  'Please update the delivery address in your account settings.',
];
const sets = { 'everyday sentences': everyday, 'business sentences': business };

const speakers: readonly { engine: string; voice: EngineVoice }[] = [
  { engine: 'flite', voice: { id: 'slt', name: 'Slt', language: 'en' } },
  { engine: 'flite', voice: { id: 'rms', name: 'Rms', language: 'en' } },
  { engine: 'espeak-ng', voice: { id: 'espeak-en-us', name: 'English', language: 'en-us' } },
];

export default async function measureSpeechQuality(): Promise<Row[]> {
  const log = pino({ level: 'silent' });
  const config = readAppConfig(process.env);
  const threads = createThreadPool(log);
  const engines = createEngines(config, threads, log);
  const rows: Row[] = [];
  try {
    for (const engine of engines.transcription) {
      if (!(await engine.isAvailable())) continue;
      for (const { engine: id, voice } of speakers) {
        const speaker = engines.speech.find((one) => one.id === id);
        if (!speaker || !(await speaker.isAvailable())) continue;
        for (const [set, sentences] of Object.entries(sets)) {
          const measured = await measure(engine, { speaker, voice, sentences, threads });
          const what = `${engine.name}: ${set}, spoken by ${speaker.name} (${voice.name})`;
          const isPromised = engine.quality !== 'basic';
          rows.push({ what, measured, unit: '%', ...(isPromised && { limit }) });
        }
      }
    }
    return rows;
  } finally {
    await engines.close();
    await threads.close();
  }
}

type Recording = {
  speaker: SpeechEngine;
  voice: EngineVoice;
  sentences: readonly string[];
  threads: ThreadPool;
};

/** Percent of all words of the sentences, each transcribed for itself. */
async function measure(
  engine: TranscriptionEngine,
  { speaker, voice, sentences, threads }: Recording,
): Promise<number> {
  const { signal } = new AbortController();
  const heard: string[] = [];
  for (const text of sentences)
    await withJobFolder(async (folder) => {
      const media = mediaTypes['audio/wav'];
      const originalFile = path.join(folder, 'spoken.wav');
      writeFileSync(
        originalFile,
        encodeWav(await speaker.speak({ text, voice, speed: 1 }, signal)),
      );
      const to = path.join(folder, 'samples.raw');
      const decoded = await decodeAudio({
        from: originalFile,
        demuxer: media.demuxer,
        to,
        secondsMax: 60,
        signal,
      });
      if (!decoded) throw new Error(`${speaker.name} spoke no audio.`);
      const { seconds, file: samplesFile } = decoded;
      const options = { timeoutMs: 30_000, signal };
      const speech = await threads.run(
        'findSpeechIn',
        { file: samplesFile, sampleRate: 16_000 },
        options,
      );
      const recording = { samplesFile, originalFile, media, seconds, speech };
      const job = { ...recording, language: 'en', isTranslated: false };
      const { segments } = await engine.transcribe(job, signal);
      heard.push(segments.map((segment) => segment.text).join(' '));
    });
  return wordErrorRate(sentences.join(' '), heard.join(' ')) * 100;
}
