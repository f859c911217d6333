import { z } from 'zod';
import { apiUrl, list, url } from '#kernel/config-values.ts';
import { type DeclaredConfig, declareConfig } from '#kernel/declare-config.ts';

const usualVoices = ['alloy', 'echo', 'fable', 'onyx', 'nova', 'shimmer'];

export const speechConfig = declareConfig({
  variables: {
    SPEECH_API_URL: url('http:', 'https:').optional(),
    SPEECH_API_KEY: z.string().optional(),
    SPEECH_STT_MODEL: z.string().default('whisper-1'),
    SPEECH_TTS_MODEL: z.string().default('tts-1'),
    SPEECH_TTS_VOICES: list
      .pipe(z.array(z.string().regex(/^[\w.-]{1,80}$/, { error: 'must be names of voices' })))
      .transform((voices) => (voices.length > 0 ? voices : usualVoices)),
    SPEECH_TIMEOUT_SECONDS: z.coerce
      .number({ error: 'must be a number' })
      .min(1)
      .max(3600)
      .default(60),
    STT_MODEL_DIR: z.string().optional(),
    SPEECH_MODELS_URL: apiUrl.optional(),
  },
  inFiles: ['SPEECH_API_KEY'],
  // It charges the operator, and test mode has no quota.
  inTestMode: { SPEECH_API_URL: undefined, SPEECH_API_KEY: undefined },
});

export type SpeechConfig = DeclaredConfig<typeof speechConfig>;
