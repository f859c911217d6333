// The first slice of a job: the uploaded parts become pieces of samples. The file is assembled on
// disk, because ffmpeg has to jump within it.
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import * as errors from '../../wire/errors.ts';
import { recordingSecondsMax } from '../../wire/transcription-jobs.constants.ts';
import { decodeAudio } from '../audio/decode-audio.ts';
import { findMediaType } from '../audio/media-types.ts';
import { splitRecording } from '../audio/split-recording.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import type { Speech } from '../speech.ts';
import { roundTo } from '../transcription/transcribe.ts';
import { countParts, openPart, putPiece, readPart } from './recording-files.ts';
import * as jobStore from './transcription-job-store.ts';

/** Four hours of AAC take two minutes on a slow core. */
const decodeTimeoutMs = 480_000;

/** Returns what stores the pieces. `reserve` throws when the plan's seconds do not suffice. */
export async function decodeRecording(
  speech: Speech,
  job: jobStore.JobRow,
  reserve: (seconds: number) => Promise<void>,
  signal: AbortSignal,
): Promise<(tx: Tx) => Promise<void>> {
  const { clock, storage } = speech.kernel;
  return withJobFolder(async (folder) => {
    const decoded = await decodeParts(speech, job, folder, signal);
    const seconds = roundTo(decoded.seconds, 3);
    await reserve(seconds);
    const pieces: jobStore.Piece[] = [];
    for await (const piece of splitRecording(decoded.file)) {
      signal.throwIfAborted();
      const number = pieces.length + 1;
      await putPiece(storage, job.id, number, piece.samples);
      pieces.push({ number, start_seconds: piece.startSeconds, seconds: piece.seconds });
    }
    return async (tx) => {
      // Another worker with the same slice was first.
      if (await jobStore.findNextPiece(tx, job.id)) return;
      await jobStore.insertPieces(tx, job.id, pieces);
      await jobStore.updateJob(tx, job.id, { seconds }, clock.now());
    };
  });
}

async function decodeParts(
  { kernel: { storage } }: Speech,
  { id, size_bytes }: jobStore.JobRow,
  folder: string,
  signal: AbortSignal,
) {
  const first = await readPart(storage, id, 1);
  const media = await findMediaType(first);
  if (!media) throw apiError(errors.undecodableAudio);
  const from = path.join(folder, `recording.${media.extension}`);
  await writeFile(from, first);
  for (let number = 2; number <= countParts(size_bytes); number++) {
    signal.throwIfAborted();
    await writeFile(from, await openPart(storage, id, number), { flag: 'a' });
  }
  const decoded = await decodeAudio({
    from,
    demuxer: media.demuxer,
    to: path.join(folder, 'samples.raw'),
    signal,
    secondsMax: recordingSecondsMax,
    timeoutMs: decodeTimeoutMs,
  });
  await rm(from);
  if (!decoded) throw apiError(errors.undecodableAudio);
  if (decoded.seconds > recordingSecondsMax)
    throw apiError(errors.audioTooLong, { seconds_max: recordingSecondsMax });
  return decoded;
}
