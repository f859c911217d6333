export * from './captions.ts';
export * from './engines.ts';
export * from './events.ts';
export * from './openai.ts';
export * from './synthesis.ts';
export * from './transcription-jobs.ts';
export * from './transcriptions.ts';
export * from './transcripts.ts';
