// The public interface of the speech area.
export { deleteAccountTexts, speechJobs } from './jobs.ts';
export { speechRoutes } from './routes.ts';
export { seedTranscripts } from './seed.ts';
export { createSpeech, type Speech } from './speech.ts';
export { listTranscripts, readTranscript } from './transcription/transcripts.ts';
