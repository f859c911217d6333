// Stored transcripts.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { budgets } from '#lib/budgets.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { isUuid } from '#lib/uuid.ts';
import { transcriptLimitReached } from '../../wire/errors.ts';
import type * as contract from '../../wire/index.ts';
import { transcriptLengthMax } from '../../wire/speech.constants.ts';
import type { EngineTranscript } from '../engines/engine.ts';
import { notFound, type Speech } from '../speech.ts';
import * as transcriptStore from './transcript-store.ts';

/**
 * Throws at the limit, before any work. Concurrent calls may exceed the limit by as many as the
 * work queue runs at a time, and live captions by those that are open.
 */
export async function enforceTranscriptLimit(
  { kernel }: Speech,
  { accountId }: Actor,
): Promise<void> {
  const limit = budgets.transcriptsPerAccount;
  const count = await kernel.work.read((db) => transcriptStore.countTranscripts(db, accountId));
  if (count >= limit) throw apiError(transcriptLimitReached, { limit });
}

/** Returns its id. */
export async function saveTranscript(
  { kernel }: Speech,
  write: LastWrite<string>,
  { accountId }: Actor,
  filename: string | undefined,
  transcript: EngineTranscript & { text: string },
  seconds: number,
  model: string,
): Promise<string> {
  const now = kernel.clock.now();
  return write((tx) =>
    insertTranscript(now, tx, accountId, filename, transcript, { seconds, model }),
  );
}

/** Returns its id. */
export async function insertTranscript(
  now: Date,
  tx: Tx,
  accountId: number,
  filename: string | undefined,
  { text, language, segments, words }: EngineTranscript & { text: string },
  { seconds, model }: { seconds: number; model: string },
): Promise<string> {
  const id = createId(now);
  const row = {
    id,
    account_id: accountId,
    title: filename?.trim() || 'Recording',
    text,
    language,
    duration_ms: Math.round(seconds * 1000),
    model,
    segments,
    words,
    created_at: now,
    updated_at: now,
  };
  await transcriptStore.insertTranscript(tx, row);
  return id;
}

export async function listTranscripts(
  db: Db,
  filter: transcriptStore.TranscriptFilter,
  page: PageRequest,
) {
  const { rows, total } = await transcriptStore.listTranscripts(db, filter, page);
  return { rows: rows.map(serializeRow), total };
}

export async function readTranscript(db: Db, { accountId }: Pick<Actor, 'accountId'>, id: string) {
  if (!isUuid(id)) throw notFound();
  const row = await transcriptStore.findTranscript(db, accountId, id);
  if (!row) throw notFound();
  return serializeTranscript(row);
}

export type TranscriptChange = z.output<typeof contract.changeTranscript.body>;

/**
 * Ignores unknown segment ids. When the text changes, `words` is emptied: its times no longer
 * match.
 */
export async function changeTranscript(
  { kernel }: Speech,
  tx: Tx,
  { accountId }: Actor,
  id: string,
  change: TranscriptChange,
) {
  if (!isUuid(id)) throw notFound();
  const row = await transcriptStore.lockTranscript(tx, accountId, id);
  if (!row) throw notFound();
  const changed = { ...row, ...applyChange(row, change), updated_at: kernel.clock.now() };
  await transcriptStore.updateTranscript(tx, changed);
  return serializeTranscript(changed);
}

const tooLong = `Ensure the whole text has no more than ${transcriptLengthMax} characters.`;

function applyChange(row: transcriptStore.TranscriptRow, change: TranscriptChange) {
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
  const isGone = isUuid(id) && (await transcriptStore.deleteTranscript(tx, accountId, id));
  if (!isGone) throw notFound();
}

const excerptLength = 200;

const serializeRow = (
  row: Omit<transcriptStore.TranscriptRow, 'account_id' | 'segments' | 'words'>,
) => ({
  id: row.id,
  title: row.title,
  excerpt: row.text.slice(0, excerptLength),
  language: row.language,
  duration: row.duration_ms / 1000,
  model: row.model,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

const serializeTranscript = (row: transcriptStore.TranscriptRow): contract.TranscriptWire => ({
  ...serializeRow(row),
  text: row.text,
  segments: row.segments,
  words: row.words,
});
