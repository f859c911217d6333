// Limits and formats, for the server and the screens.
/** Of a transcription or synthesis request, as JSON. */
export const bodyBytesMax = 41_943_040;
export const audioBytesMax = 26_214_400;
export const audioSecondsMax = 900;
export const textLengthMax = 4096;
export const instructionsLengthMax = 4096;
/** What a request may want beyond the plain work; an engine lists those that it supports. */
export const engineOptions = [
  'words',
  'prompt',
  'keywords',
  'temperature',
  'translate',
  'diarize',
  'instructions',
] as const;
export type EngineOption = (typeof engineOptions)[number];
/** `basic`: over 30% of the words can be wrong (bench/speech-quality.ts), or a mechanical voice. */
export const qualities = ['basic', 'standard', 'high'] as const;
export type Quality = (typeof qualities)[number];
/** Shared by all calls that transcribe. */
export const transcriptionRateLimit = {
  name: 'transcription',
  points: 60,
  windowSeconds: 60,
} as const;
/** Of a whole transcript: twice the speech of the longest recording of a job. */
export const transcriptLengthMax = 500_000;

export const transcriptFormats = ['json', 'verbose_json', 'text', 'srt', 'vtt'] as const;
export const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof speechFormats)[number];
export const sampleRates = [8000, 12000, 16000, 22050, 24000, 44100, 48000] as const;

export const contentTypes: Record<SpeechFormat, string> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg; codecs=opus',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};
