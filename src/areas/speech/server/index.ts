// The public interface of the speech area.
export { deleteAccountTexts, speechJobs } from './jobs.ts';
export { findModel, releasesUrl, type SpeechModel, speechModels } from './models/catalogue.ts';
export { formatProgress } from './models/format-progress.ts';
export { installModel } from './models/install-model.ts';
export { listInstalledModels, modelsFolder, removeModel } from './models/installed-models.ts';
export { ModelError } from './models/model-error.ts';
export { suggestNames } from './models/suggest-models.ts';
export { speechRoutes } from './routes.ts';
export { seedTranscripts } from './seed.ts';
export { createSpeech, type Speech } from './speech.ts';
export { listTranscripts, readTranscript } from './transcription/transcripts.ts';
export { listRecordingKeys } from './transcription-jobs/recording-files.ts';
