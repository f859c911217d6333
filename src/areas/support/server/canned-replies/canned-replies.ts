import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import type { PageRequest } from '#lib/pagination.ts';
import type { CannedReplyBody, CannedReplyWire } from '../../wire/canned-replies.ts';
import type { ChangeContext, Support } from '../context.ts';
import * as cannedReplyStore from './canned-reply-store.ts';

const duplicateTitle = 'Another reply has this title.';

const toCannedReply = ({
  id,
  title,
  body,
  updated_at,
}: cannedReplyStore.CannedReplyRow): CannedReplyWire => ({
  id,
  title,
  text: body,
  updated_at: updated_at.toISOString(),
});

function parseId(text: string): number {
  const id = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (id < 1) throw apiError(commonErrors.notFound);
  return id;
}

export async function listCannedReplies(db: Db, search: string | undefined, page: PageRequest) {
  const { rows, total } = await cannedReplyStore.listCannedReplies(db, search, page);
  return { rows: rows.map(toCannedReply), total };
}

export async function createCannedReply(
  { kernel }: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { title, text }: CannedReplyBody,
): Promise<CannedReplyWire> {
  const now = kernel.clock.now();
  const row = await cannedReplyStore.insertCannedReply(tx, {
    title,
    body: text,
    updated_by: actor.accountId,
    created_at: now,
    updated_at: now,
  });
  if (!row) throw new InvalidInput({ title: [duplicateTitle] });
  await audit.record(tx, { ...auditSubject(row), after: auditedFields(row) });
  return toCannedReply(row);
}

export async function updateCannedReply(
  { kernel }: Support,
  tx: Tx,
  { actor, audit }: ChangeContext,
  idText: string,
  { title, text }: Partial<CannedReplyBody>,
): Promise<CannedReplyWire> {
  const id = parseId(idText);
  const before = await cannedReplyStore.lockCannedReply(tx, id);
  if (!before) throw apiError(commonErrors.notFound);
  const row = await cannedReplyStore.updateCannedReply(tx, id, {
    ...(title !== undefined && { title }),
    ...(text !== undefined && { body: text }),
    updated_by: actor.accountId,
    updated_at: kernel.clock.now(),
  });
  if (!row) throw new InvalidInput({ title: [duplicateTitle] });
  await audit.record(tx, {
    ...auditSubject(row),
    before: auditedFields(before),
    after: auditedFields(row),
  });
  return toCannedReply(row);
}

export async function deleteCannedReply(
  tx: Tx,
  { audit }: ChangeContext,
  id: string,
): Promise<void> {
  const row = await cannedReplyStore.deleteCannedReply(tx, parseId(id));
  if (!row) throw apiError(commonErrors.notFound);
  await audit.record(tx, { ...auditSubject(row), before: auditedFields(row), after: null });
}

const auditSubject = ({ id }: cannedReplyStore.CannedReplyRow) =>
  ({ type: 'canned_reply', id }) as const;
const auditedFields = ({ title, body }: cannedReplyStore.CannedReplyRow) => ({ title, text: body });
