import type { Db, Tx } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import { hasRole } from '#kernel/http/guard.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { isUuid } from '#lib/uuid.ts';
import * as subscriptionStore from './subscription-store.ts';

const isStaff = (actor: Actor): boolean =>
  actor.via === 'session' && hasRole(actor, 'support', 'finance');

/** The account a list is for: staff may name another one. */
export const targetAccountId = (actor: Actor, user: string | undefined): number =>
  user !== undefined && isStaff(actor) ? Number(user) : actor.accountId;

const isOwn = (actor: Actor, row: subscriptionStore.SubscriptionRow | undefined) =>
  row?.account_id === actor.accountId && row.hidden_at === null;

/** Throws `not_found` for a subscription that is unknown, hidden, or of another account. */
export async function findOwn(db: Db, actor: Actor, id: string) {
  const row = isUuid(id) ? await subscriptionStore.findSubscription(db, id) : undefined;
  if (!row || !isOwn(actor, row)) throw apiError(commonErrors.notFound);
  return row;
}

/** The same for reading: support and finance can see all. */
export async function findVisible(db: Db, actor: Actor, id: string) {
  const row = isUuid(id) ? await subscriptionStore.findSubscription(db, id) : undefined;
  if (!row || !(isOwn(actor, row) || isStaff(actor))) throw apiError(commonErrors.notFound);
  return row;
}

/** The same, locked until the transaction ends. */
export async function lockOwn(tx: Tx, actor: Actor, id: string) {
  const row = isUuid(id) ? await subscriptionStore.lockSubscription(tx, id) : undefined;
  if (!row || !isOwn(actor, row)) throw apiError(commonErrors.notFound);
  return row;
}

/** Any subscription, for staff who may change it. */
export async function lockAny(tx: Tx, id: string) {
  const row = isUuid(id) ? await subscriptionStore.lockSubscription(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return row;
}
