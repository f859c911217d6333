// Transcribes a part of live captions. Its number makes it safe to repeat: the first result is
// stored, returned again, and counted once. A client that leaves does not stop it.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor, Payer } from '#kernel/ports.ts';
import {
  captionsPartSecondsMax,
  captionsPartsMax,
  captionsSecondsMax,
} from '../../wire/captions.constants.ts';
import * as contract from '../../wire/captions.ts';
import * as errors from '../../wire/errors.ts';
import { decodeAudio, decodedRate } from '../audio/decode-audio.ts';
import { findMediaType } from '../audio/media-types.ts';
import type { EngineTranscript } from '../engines/engine.ts';
import { withJobFolder } from '../processing/job-folder.ts';
import { retrySeconds, runQueued, type Speech } from '../speech.ts';
import { recognizeSpeech } from '../transcription/transcribe.ts';
import { type Metering, toTranscribeInput } from '../transcription-jobs/transcription-jobs.ts';
import { findOwnCaptions, lockOwnCaptions } from './captions.ts';
import * as captionsStore from './captions-store.ts';

type Part = { id: string; number: string; startSeconds: number; audio: Buffer };

export async function transcribePart(
  speech: Speech,
  metering: Metering,
  actor: Actor,
  part: Part,
): Promise<captionsStore.CaptionsPartRow> {
  const number = toNumber(part.number);
  const key = `captions ${actor.accountId} ${part.id.toLowerCase()} ${number}`;
  return speech.joinCalls(key, () => findOrTranscribe(speech, metering, actor, { part, number }));
}

async function findOrTranscribe(
  speech: Speech,
  metering: Metering,
  actor: Actor,
  { part, number }: { part: Part; number: number },
): Promise<captionsStore.CaptionsPartRow> {
  const { kernel, stopping: signal } = speech;
  const { work } = kernel;
  const { captions, stored } = await work.read(async (db) => ({
    captions: await findOwnCaptions(db, actor, part.id),
    stored: await captionsStore.findPart(db, part.id, number),
  }));
  if (stored) return stored;
  assertTakesParts(captions);
  const reservation = openReservation(metering, actor);
  try {
    const caller = { accountId: actor.accountId, signal };
    const recognized = await runQueued(speech, speech.transcriptionQueue, caller, () =>
      recognizePart(speech, captions, part.audio, reservation.reserve),
    );
    const { row, countedMs } = await work.write((tx) =>
      storePart(speech, tx, actor, part, { ...recognized, number }),
    );
    reservation.settle(countedMs / 1000);
    return row;
  } finally {
    reservation.settle(0);
  }
}

function toNumber(text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= 1 && number <= captionsPartsMax) return number;
  throw new InvalidInput({ number: [`Number the parts from 1 to ${captionsPartsMax}.`] });
}

function assertTakesParts({ finished_at, transcript_id, samples }: captionsStore.CaptionsRow) {
  if (finished_at) throw apiError(contract.captionsFinished, { transcript_id });
  if (samples >= captionsSecondsMax * decodedRate)
    throw apiError(contract.captionsTooLong, { seconds_max: captionsSecondsMax });
}

/** Seconds of the plan under an id of this attempt. `settle` counts them, or gives them back. */
function openReservation({ quota, meter }: Metering, { accountId, keyId }: Payer) {
  const id = createId();
  const payer = { accountId, ...(keyId && { keyId }) };
  let isOpen = false;
  return {
    async reserve(seconds: number): Promise<void> {
      await quota.reserve(payer, 'audio_second', seconds, id);
      isOpen = true;
    },
    settle(seconds: number): void {
      if (isOpen) meter.count(payer, 'audio_second', seconds, id);
      isOpen = false;
    },
  };
}

type Recognized = { samples: number; transcript: EngineTranscript };

async function recognizePart(
  speech: Speech,
  { engine: model, language, options }: captionsStore.CaptionsRow,
  audio: Buffer,
  reserve: (seconds: number) => Promise<void>,
): Promise<Recognized> {
  const { stopping: signal } = speech;
  const engine = speech.engines.transcription.find(({ id }) => id === model);
  if (!engine || !(await engine.isAvailable()))
    throw apiError(errors.providerUnavailable, { retry_after: retrySeconds });
  const media = await findMediaType(audio);
  if (!media) throw apiError(errors.undecodableAudio);
  return withJobFolder(async (folder) => {
    const originalFile = path.join(folder, `part.${media.extension}`);
    await writeFile(originalFile, audio, { signal });
    const to = path.join(folder, 'samples.raw');
    const secondsMax = captionsPartSecondsMax;
    const { demuxer } = media;
    const decoded = await decodeAudio({ from: originalFile, demuxer, to, secondsMax, signal });
    if (!decoded) throw apiError(errors.undecodableAudio);
    const { file: samplesFile, seconds } = decoded;
    if (seconds > secondsMax)
      throw apiError(contract.captionsPartTooLong, { seconds_max: secondsMax });
    const samples = Math.floor(seconds * decodedRate);
    // What is counted depends on the other parts, by a millisecond.
    await reserve(Math.ceil(samples / samplesPerMs) / 1000);
    // The language of the first words is that of the captions.
    const chosenLanguage =
      options.language ?? (options.translate ? undefined : (language ?? undefined));
    const input = { ...toTranscribeInput(options), language: chosenLanguage };
    const recording = { samplesFile, originalFile, media, seconds };
    return {
      samples,
      transcript: await recognizeSpeech(speech, engine, input, recording, { signal }),
    };
  });
}

const samplesPerMs = decodedRate / 1000;
const toMs = (samples: number): number => Math.round(samples / samplesPerMs);

/** Counts nothing when another call with the same number was first. */
async function storePart(
  { kernel: { clock } }: Speech,
  tx: Tx,
  actor: Actor,
  { id, startSeconds }: Part,
  { number, samples, transcript }: Recognized & { number: number },
): Promise<{ row: captionsStore.CaptionsPartRow; countedMs: number }> {
  const captions = await lockOwnCaptions(tx, actor, id);
  const stored = await captionsStore.findPart(tx, id, number);
  if (stored) return { row: stored, countedMs: 0 };
  assertTakesParts(captions);
  // The parts add up to the rounded sum, not to a sum of rounded ones.
  const counted_ms = toMs(captions.samples + samples) - toMs(captions.samples);
  const row = { number, start_seconds: startSeconds, samples, counted_ms, transcript };
  await captionsStore.insertPart(tx, id, row, clock.now());
  return { row, countedMs: counted_ms };
}
