// What app.ts and the console may use of speech.
export { forgetAccount, speechJobs } from './jobs.ts';
export { speechRoutes } from './routes.ts';
export { seedTranscripts } from './seed.ts';
export { openSpeech, type Speech } from './speech.ts';
export { listTranscripts, readTranscript } from './transcripts.ts';
