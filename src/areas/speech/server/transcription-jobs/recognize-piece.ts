// A slice of a job: recognizes one piece of its recording.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { providerUnavailable } from '../../wire/errors.ts';
import { decodedRate } from '../audio/decode-audio.ts';
import { mediaTypes } from '../audio/media-types.ts';
import { wavHeader } from '../audio/wav.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { retrySeconds, type Speech } from '../speech.ts';
import { recognizeSpeech } from '../transcription/transcribe.ts';
import { readPiece } from './recording-files.ts';
import * as jobStore from './transcription-job-store.ts';
import { toTranscribeInput } from './transcription-jobs.ts';

/** Returns what stores the transcript. */
export async function recognizePiece(
  speech: Speech,
  { id, engine: model, language, options }: jobStore.JobRow,
  piece: jobStore.Piece,
  signal: AbortSignal,
): Promise<(tx: Tx) => Promise<void>> {
  const { clock, storage } = speech.kernel;
  const engine = speech.engines.transcription.find((one) => one.id === model);
  if (!engine || !(await engine.isAvailable()))
    throw apiError(providerUnavailable, { retry_after: retrySeconds });
  const samples = await readPiece(storage, id, piece.number);
  const transcript = await withJobFolder(async (folder) => {
    const samplesFile = path.join(folder, 'samples.raw');
    // For engines that read a file with a header.
    const originalFile = path.join(folder, 'recording.wav');
    await writeFile(samplesFile, samples);
    await writeFile(originalFile, [wavHeader(decodedRate, samples.length), samples]);
    const recording = {
      samplesFile,
      originalFile,
      media: mediaTypes['audio/wav'],
      seconds: piece.seconds,
    };
    // The language of the first words is that of the recording.
    const chosenLanguage =
      options.language ?? (options.translate ? undefined : (language ?? undefined));
    const input = { ...toTranscribeInput(options), language: chosenLanguage };
    return recognizeSpeech(speech, engine, input, recording, { signal });
  });
  return async (tx) => {
    if (!(await jobStore.finishPiece(tx, id, { ...piece, transcript }))) return;
    const progress = { seconds: piece.seconds, language: transcript.language, now: clock.now() };
    await jobStore.addProgress(tx, id, progress);
  };
}
