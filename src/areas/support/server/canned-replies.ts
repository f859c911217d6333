import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CannedReplyWire } from '../contract.ts';
import type { CannedReplyBody } from '../ticket-body.ts';
import * as store from './canned-store.ts';
import type { By, Support } from './support.ts';

const titleTaken = 'Another reply has this title.';

const toWire = ({ id, title, body, updated_at }: store.CannedReplyRow): CannedReplyWire => ({
  id,
  title,
  text: body,
  updated_at: updated_at.toISOString(),
});

function readId(text: string): number {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw apiError(commonErrors.notFound);
  return id;
}

export async function listCannedReplies(db: Db, search: string | undefined, page: PageRequest) {
  const { rows, total } = await store.listReplies(db, search, page);
  return { results: rows.map(toWire), total };
}

export async function createCannedReply(
  { kernel }: Support,
  tx: Tx,
  { actor, audit }: By,
  { title, text }: CannedReplyBody,
): Promise<CannedReplyWire> {
  const now = kernel.clock.now();
  const row = await store.insertReply(tx, {
    title,
    body: text,
    updated_by: actor.accountId,
    created_at: now,
    updated_at: now,
  });
  if (!row) throw new InvalidInput({ title: [titleTaken] });
  await audit.note(tx, { ...subjectOf(row), after: wordsOf(row) });
  return toWire(row);
}

export async function changeCannedReply(
  { kernel }: Support,
  tx: Tx,
  { actor, audit }: By,
  idText: string,
  { title, text }: Partial<CannedReplyBody>,
): Promise<CannedReplyWire> {
  const id = readId(idText);
  const before = await store.lockReply(tx, id);
  if (!before) throw apiError(commonErrors.notFound);
  if (title !== undefined && (await store.isTitleTaken(tx, title, id)))
    throw new InvalidInput({ title: [titleTaken] });
  const row = await store.updateReply(tx, id, {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text }),
    updated_by: actor.accountId,
    updated_at: kernel.clock.now(),
  });
  await audit.note(tx, { ...subjectOf(row), before: wordsOf(before), after: wordsOf(row) });
  return toWire(row);
}

export async function deleteCannedReply(tx: Tx, { audit }: By, id: string): Promise<void> {
  const row = await store.deleteReply(tx, readId(id));
  if (!row) throw apiError(commonErrors.notFound);
  await audit.note(tx, { ...subjectOf(row), before: wordsOf(row), after: null });
}

const subjectOf = ({ id }: store.CannedReplyRow) => ({ type: 'canned_reply', id }) as const;
const wordsOf = ({ title, body }: store.CannedReplyRow) => ({ title, text: body });
