// Engines whose results tests choose.
import type {
  EngineTranscript,
  SpeechEngine,
  TranscriptionEngine,
} from '#areas/speech/server/engines/engine.ts';
import type { TestApp } from '../harness.ts';

const info = {
  note: '',
  enable: 'Install it.',
  quality: 'standard',
  isAvailable: async () => true,
} as const;

/** A segment and two words for each span of speech: `Part 0.`, `Part 1.` */
export function transcribeSpans(speech: readonly { start: number; end: number }[]) {
  const transcript: EngineTranscript = {
    language: 'de',
    languageProbability: 0.9,
    segments: speech.map(({ start, end }, id) => ({
      id,
      start,
      end,
      text: `Part ${Math.round(start)}.`,
      speaker: 'A',
      avg_logprob: -0.25,
      no_speech_prob: null,
    })),
    words: speech.map(({ start, end }) => ({ word: 'Part', start, end, probability: 0.9 })),
  };
  return transcript;
}

/** Understands everything, with every option, and counts as the default engine. */
export const createFakeTranscriber = (
  change: Partial<TranscriptionEngine> = {},
): TranscriptionEngine => ({
  ...info,
  id: 'listener',
  name: 'Listener',
  languages: ['de', 'en'],
  options: ['words', 'prompt', 'keywords', 'temperature', 'translate', 'diarize'],
  transcribe: async ({ speech }) => transcribeSpans(speech),
  ...change,
});

const tone = Int16Array.from({ length: 800 }, (_, at) => Math.sin(at / 5) * 8000);

/** Speaks a twentieth of a second for any text. */
export const createFakeSpeaker = (change: Partial<SpeechEngine> = {}): SpeechEngine => ({
  ...info,
  id: 'speaker',
  name: 'Speaker',
  languages: ['en'],
  options: ['instructions'],
  speeds: [0.25, 4],
  canRead: () => true,
  voices: async () => [{ id: 'speaker-one', name: 'One', language: 'en' }],
  speak: async () => ({ samples: tone, sampleRate: 16_000 }),
  ...change,
});

/** Puts an engine before those of the app. Returns what undoes it. */
export function installTranscriber({ areas }: TestApp, engine: TranscriptionEngine): () => void {
  const { engines } = areas.speech;
  Object.assign(engines, { transcription: [engine, ...engines.transcription] });
  return () => {
    const transcription = engines.transcription.filter((one) => one !== engine);
    Object.assign(engines, { transcription });
  };
}

/** Makes the engine the only one that speaks. Returns what undoes it. */
export function installSpeaker({ areas }: TestApp, engine: SpeechEngine): () => void {
  const { engines } = areas.speech;
  const { speech, listVoices } = engines;
  Object.assign(engines, {
    speech: [engine],
    listVoices: async () => (await engine.voices()).map((voice) => ({ engine, voice })),
  });
  return () => void Object.assign(engines, { speech, listVoices });
}
