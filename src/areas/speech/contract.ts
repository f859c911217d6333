// Everything under /apix/services/.
export * from './engine-contract.ts';
export * from './synthesis-contract.ts';
export * from './transcript-contract.ts';
export * from './transcription-contract.ts';
