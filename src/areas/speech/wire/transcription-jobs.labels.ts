import type { TranscriptionJobError } from './transcription-jobs.constants.ts';

export const transcriptionJobErrorTexts: Record<TranscriptionJobError, string> = {
  undecodable_audio: 'The file contains no audio that can be decoded.',
  audio_too_long: 'The recording is longer than four hours. Send it in parts.',
  quota_exceeded: 'Your plan has fewer seconds left than the recording.',
  subscription_required: 'Your plan does not allow transcription at the moment.',
  provider_unavailable: 'The engine was not available. Try again later.',
  error: 'A fault on our side stopped it. Try again later.',
};
