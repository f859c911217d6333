// Live captions of an account: created, and finished with a stored transcript.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import { hourMs, minuteMs } from '#lib/durations.ts';
import { runEach } from '#lib/run-each.ts';
import { isUuid } from '#lib/uuid.ts';
import { captionsIdleMinutes, captionsRetentionHours } from '../../wire/captions.constants.ts';
import * as contract from '../../wire/captions.ts';
import { decodedRate } from '../audio/decode-audio.ts';
import type { TranscriptionEngine } from '../engines/engine.ts';
import { worksInParts } from '../engines/engines.ts';
import { notFound, type Speech } from '../speech.ts';
import { chooseEngine, roundTo, type TranscribeInput } from '../transcription/transcribe.ts';
import { enforceTranscriptLimit, insertTranscript } from '../transcription/transcripts.ts';
import { joinPieces } from '../transcription-jobs/save-job-transcript.ts';
import { toTranscribeInput } from '../transcription-jobs/transcription-jobs.ts';
import * as captionsStore from './captions-store.ts';

type NewCaptions = z.output<typeof contract.createCaptions.body>;

const finishedAtOnce = 50;

/** Throws the errors of a direct call with these options. */
export async function createCaptions(
  speech: Speech,
  actor: Actor,
  { title, model, ...settings }: NewCaptions,
  write: LastWrite<captionsStore.CaptionsRow>,
): Promise<captionsStore.CaptionsRow> {
  const { clock } = speech.kernel;
  const options = { ...settings, vad: true };
  const engine = await chooseCaptionsEngine(speech, { ...toTranscribeInput(options), model });
  await enforceTranscriptLimit(speech, actor);
  const now = clock.now();
  const captions = {
    id: createId(now),
    account_id: actor.accountId,
    api_key_id: actor.keyId ?? null,
    title,
    options,
    engine: engine.id,
    created_at: now,
  };
  return write(async (tx) => {
    await captionsStore.lockCreation(tx, actor.accountId);
    const open = await captionsStore.listAccountOpen(tx, actor.accountId);
    for (const id of open.slice(budgets.openCaptionsPerAccount - 1)) {
      const row = await captionsStore.lockCaptions(tx, id);
      if (row) await endCaptions(speech, tx, row);
    }
    return captionsStore.insertCaptions(tx, captions);
  });
}

async function chooseCaptionsEngine(
  speech: Speech,
  input: TranscribeInput,
): Promise<TranscriptionEngine> {
  const { transcription } = speech.engines;
  const able = transcription.filter(worksInParts);
  const named = transcription.find(({ id }) => id === input.model);
  if (named && !worksInParts(named)) {
    const engines = able.map(({ id }) => id);
    throw apiError(contract.captionsUnsupported, { model: named.id, engines });
  }
  return chooseEngine(speech, input, able);
}

const assertOwn = (
  row: captionsStore.CaptionsRow | undefined,
  { accountId }: Pick<Actor, 'accountId'>,
): captionsStore.CaptionsRow => {
  if (row?.account_id !== accountId) throw notFound();
  return row;
};

/** Throws 404, also for captions of another account. */
export async function findOwnCaptions(
  db: Db,
  actor: Pick<Actor, 'accountId'>,
  id: string,
): Promise<captionsStore.CaptionsRow> {
  return assertOwn(isUuid(id) ? await captionsStore.findCaptions(db, id) : undefined, actor);
}

/** The same, locked until the transaction ends. */
export async function lockOwnCaptions(
  tx: Tx,
  actor: Pick<Actor, 'accountId'>,
  id: string,
): Promise<captionsStore.CaptionsRow> {
  return assertOwn(isUuid(id) ? await captionsStore.lockCaptions(tx, id) : undefined, actor);
}

/** Finished ones stay as they are. */
export async function finishCaptions(
  speech: Speech,
  tx: Tx,
  actor: Actor,
  id: string,
): Promise<captionsStore.CaptionsRow> {
  return endCaptions(speech, tx, await lockOwnCaptions(tx, actor, id));
}

/** Under the lock of the row. Without any speech nothing is stored. */
async function endCaptions(
  { kernel: { clock } }: Speech,
  tx: Tx,
  row: captionsStore.CaptionsRow,
): Promise<captionsStore.CaptionsRow> {
  if (row.finished_at) return row;
  const { id, account_id: accountId, title, language, engine: model } = row;
  const now = clock.now();
  const parts = await captionsStore.listParts(tx, id);
  const joined = joinPieces(parts);
  const text = joined.segments.map((segment) => segment.text).join(' ');
  const transcript = { ...joined, language, languageProbability: null, text };
  const ends = parts.map((part) => part.start_seconds + part.samples / decodedRate);
  const seconds = roundTo(Math.max(0, ...ends), 3);
  const transcript_id =
    joined.segments.length > 0
      ? await insertTranscript(now, tx, accountId, title, transcript, { seconds, model })
      : null;
  return captionsStore.closeCaptions(tx, id, { transcript_id, finished_at: now });
}

/** Finishes captions whose browser or program is gone, and deletes old finished ones. */
export async function finishIdleCaptions(speech: Speech): Promise<void> {
  const { clock, work, log } = speech.kernel;
  const now = clock.now();
  const idleSince = new Date(now.getTime() - captionsIdleMinutes * minuteMs);
  const isIdle = ({ updated_at }: captionsStore.CaptionsRow) => updated_at < idleSince;
  for (let failed = 0, count = finishedAtOnce; count === finishedAtOnce; ) {
    // Those that failed are still the first.
    const page = { limit: finishedAtOnce, offset: failed };
    const ids = await work.read((db) => captionsStore.listIdle(db, idleSince, page));
    const { errors } = await runEach(ids, (id) =>
      work.write(async (tx) => {
        const row = await captionsStore.lockCaptions(tx, id);
        if (row && isIdle(row)) await endCaptions(speech, tx, row);
      }),
    );
    for (const err of errors) log.error({ err }, 'idle captions were not finished');
    failed += errors.length;
    count = ids.length;
  }
  const before = new Date(now.getTime() - captionsRetentionHours * hourMs);
  await work.write((tx) => captionsStore.deleteFinished(tx, before));
}
