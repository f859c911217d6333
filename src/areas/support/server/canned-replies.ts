import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import type { Actor } from '#server/ports.ts';
import type { CannedReplyWire } from '../contract.ts';
import type { CannedReplyBody } from '../ticket-body.ts';
import * as store from './canned-store.ts';
import type { Support } from './support.ts';

const titleTaken = 'Another reply has this title.';

const toWire = ({ id, title, body, updated_at }: store.CannedReplyRow): CannedReplyWire => ({
  id,
  title,
  text: body,
  updated_at: updated_at.toISOString(),
});

function readId(text: string): number {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw fail(commonErrors.notFound);
  return id;
}

export async function listCannedReplies(
  { kernel }: Support,
  search: string | undefined,
  page: PageRequest,
) {
  const { rows, total } = await store.listReplies(kernel.database.read, search, page);
  return { results: rows.map(toWire), total };
}

export async function createCannedReply(
  { kernel }: Support,
  actor: Actor,
  { title, text }: CannedReplyBody,
): Promise<CannedReplyWire> {
  const now = kernel.clock.now();
  const row = await store.insertReply(kernel.database.write, {
    title,
    body: text,
    updated_by: actor.accountId,
    created_at: now,
    updated_at: now,
  });
  if (!row) throw new InvalidInput({ title: [titleTaken] });
  return toWire(row);
}

export async function changeCannedReply(
  { kernel }: Support,
  actor: Actor,
  idText: string,
  { title, text }: Partial<CannedReplyBody>,
): Promise<CannedReplyWire> {
  const id = readId(idText);
  const { write } = kernel.database;
  if (title !== undefined && (await store.isTitleTaken(write, title, id)))
    throw new InvalidInput({ title: [titleTaken] });
  const row = await store.updateReply(write, id, {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text }),
    updated_by: actor.accountId,
    updated_at: kernel.clock.now(),
  });
  if (!row) throw fail(commonErrors.notFound);
  return toWire(row);
}

export async function deleteCannedReply({ kernel }: Support, idText: string): Promise<void> {
  const isThere = await store.deleteReply(kernel.database.write, readId(idText));
  if (!isThere) throw fail(commonErrors.notFound);
}
