// Names of OpenAI's audio API that its clients send.

/** The default engine of each kind. */
export const defaultModels = { transcription: 'whisper-1', speech: 'tts-1' } as const;

/** They mean the default voice for the language of the text. */
export const openAiVoices: readonly string[] = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
];
export const defaultVoice = 'alloy';

export const openAiTranscriptFormats = [
  'json',
  'text',
  'srt',
  'verbose_json',
  'vtt',
  'diarized_json',
] as const;
export type OpenAiTranscriptFormat = (typeof openAiTranscriptFormats)[number];
/** Clients play samples without a header at this rate. */
export const openAiPcmRate = 24_000;
