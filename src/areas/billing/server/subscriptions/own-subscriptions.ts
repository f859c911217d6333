import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import * as store from './subscription-store.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const isStaff = (actor: Actor): boolean =>
  actor.via === 'session' && hasRole(actor, 'support', 'finance');

/** Whose data a list is of: staff may name somebody else. */
export const ownerOf = (actor: Actor, user: string | undefined): number =>
  user !== undefined && isStaff(actor) ? Number(user) : actor.accountId;

const isOwn = (actor: Actor, row: store.SubscriptionRow | undefined) =>
  row?.account_id === actor.accountId && row.hidden_at === null;

/** Throws `not_found` for what does not exist, is hidden, or is somebody else's. */
export async function findOwn(db: Db, actor: Actor, id: string) {
  const row = uuid.test(id) ? await store.findSubscription(db, id) : undefined;
  if (!row || !isOwn(actor, row)) throw apiError(commonErrors.notFound);
  return row;
}

/** The same for reading, where support and finance see everybody's. */
export async function findSeen(db: Db, actor: Actor, id: string) {
  const row = uuid.test(id) ? await store.findSubscription(db, id) : undefined;
  if (!row || !(isOwn(actor, row) || isStaff(actor))) throw apiError(commonErrors.notFound);
  return row;
}

/** The same, and nobody else changes it until the transaction ends. */
export async function lockOwn(tx: Tx, actor: Actor, id: string) {
  const row = uuid.test(id) ? await store.lockSubscription(tx, id) : undefined;
  if (!row || !isOwn(actor, row)) throw apiError(commonErrors.notFound);
  return row;
}

/** Anybody's, for staff who may change it. */
export async function lockAny(tx: Tx, id: string) {
  const row = uuid.test(id) ? await store.lockSubscription(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}
