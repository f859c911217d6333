// Long recordings, uploaded in parts and transcribed in the background.

export const transcriptionJobStatuses = [
  'uploading',
  'queued',
  'running',
  'complete',
  'failed',
  'cancelled',
] as const;
export type TranscriptionJobStatus = (typeof transcriptionJobStatuses)[number];

export const transcriptionJobErrors = [
  'undecodable_audio',
  'audio_too_long',
  'quota_exceeded',
  'subscription_required',
  'provider_unavailable',
  'error',
] as const;
export type TranscriptionJobError = (typeof transcriptionJobErrors)[number];

/** Of every part but the last, which is the rest of the file. */
export const partBytes = 8_388_608;
export const recordingBytesMax = 2_000_000_000;
export const recordingSecondsMax = 14_400;

/** A finished job is deleted after this time; its transcript stays. */
export const transcriptionJobRetentionDays = 30;
/** An upload ends after this time without a part, so that its space is free for others. */
export const uploadIdleMinutes = 60;
/** And after this time in any case. */
export const uploadHoursMax = 24;
