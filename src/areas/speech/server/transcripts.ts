// Transcripts that their owner keeps.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type * as contract from '../contract.ts';
import { transcriptLimitReached } from '../speech-errors.ts';
import { transcriptLengthMax } from '../speech-limits.ts';
import type { Heard } from './engines/engine.ts';
import { notFound, type Speech } from './speech.ts';
import type { TranscribeInput } from './transcribe.ts';
import * as store from './transcript-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Throws when full, before any work is done that could not be kept. Calls that run at the same time
 * do not count each other: the lanes bound by how many the limit may be exceeded.
 */
export async function refuseBeyondLimit({ kernel }: Speech, { accountId }: Actor): Promise<void> {
  const limit = budgets.transcriptsPerAccount;
  const count = await kernel.work.read((db) => store.countTranscripts(db, accountId));
  if (count >= limit) throw apiError(transcriptLimitReached, { limit });
}

/** Its id. */
export async function keepTranscript(
  { kernel }: Speech,
  { accountId }: Actor,
  input: TranscribeInput,
  heard: Heard & { text: string },
  seconds: number,
  model: string,
): Promise<string> {
  const now = kernel.clock.now();
  const id = createId(now);
  const { text, language, segments, words } = heard;
  const row = {
    id,
    account_id: accountId,
    title: input.filename?.trim() || 'Recording',
    text,
    language,
    duration_ms: Math.round(seconds * 1000),
    model,
    segments,
    words,
    created_at: now,
    updated_at: now,
  };
  await kernel.work.write((tx) => store.insertTranscript(tx, row));
  return id;
}

export async function listTranscripts(db: Db, filter: store.TranscriptFilter, page: PageRequest) {
  const { rows, total } = await store.listTranscripts(db, filter, page);
  return { results: rows.map(toRow), total };
}

export async function readTranscript(db: Db, { accountId }: Pick<Actor, 'accountId'>, id: string) {
  if (!uuid.test(id)) throw notFound();
  const row = await store.findTranscript(db, accountId, id);
  if (!row) throw notFound();
  return toWire(row);
}

export type Change = z.output<typeof contract.changeTranscript.body>;

/** Unknown ids of segments change nothing. Words lose their times when the text changes. */
export async function changeTranscript(
  { kernel }: Speech,
  tx: Tx,
  { accountId }: Actor,
  id: string,
  change: Change,
) {
  if (!uuid.test(id)) throw notFound();
  const row = await store.lockTranscript(tx, accountId, id);
  if (!row) throw notFound();
  const changed = { ...row, ...correct(row, change), updated_at: kernel.clock.now() };
  await store.updateTranscript(tx, changed);
  return toWire(changed);
}

const tooLong = `Ensure the whole text has no more than ${transcriptLengthMax} characters.`;

function correct(row: store.TranscriptRow, change: Change) {
  const texts = new Map(change.segments?.map((one) => [one.id, one.text.trim()]));
  const segments = row.segments.map((one) => ({ ...one, text: texts.get(one.id) ?? one.text }));
  const text = segments
    .map((one) => one.text)
    .filter(Boolean)
    .join(' ');
  if (text.length > transcriptLengthMax) throw new InvalidInput({ segments: [tooLong] });
  const words = text === row.text ? row.words : [];
  return { title: change.title ?? row.title, segments, text, words };
}

export async function deleteTranscript(tx: Tx, { accountId }: Actor, id: string) {
  const isGone = uuid.test(id) && (await store.deleteTranscript(tx, accountId, id));
  if (!isGone) throw notFound();
}

const excerptLength = 200;

const toRow = (row: Omit<store.TranscriptRow, 'account_id' | 'segments' | 'words'>) => ({
  id: row.id,
  title: row.title,
  excerpt: row.text.slice(0, excerptLength),
  language: row.language,
  duration: row.duration_ms / 1000,
  model: row.model,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const toWire = (row: store.TranscriptRow): contract.TranscriptWire => ({
  ...toRow(row),
  text: row.text,
  segments: row.segments,
  words: row.words,
});
