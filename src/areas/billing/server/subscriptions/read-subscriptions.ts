import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type listSubscriptions as listContract,
  noSubscription,
  type SubscriptionWire,
} from '../../wire/subscriptions.ts';
import { findVisible, targetAccountId } from './find-subscriptions.ts';
import { serializeSubscription, serializeSubscriptions } from './serialize-subscription.ts';
import * as subscriptionStore from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

export async function listSubscriptions(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await subscriptionStore.listSubscriptions(
    db,
    {
      accountId: targetAccountId(actor, query.user),
      status: query.status,
      tariff: query.tariff,
      ordering: query.ordering,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
    },
    page,
  );
  return { rows: await serializeSubscriptions(deps, db, rows), total };
}

export async function readSubscription(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  id: string,
): Promise<SubscriptionWire> {
  return serializeSubscription(deps, db, await findVisible(db, actor, id));
}

/** Throws `no_subscription`. */
export async function readCurrent(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
): Promise<SubscriptionWire> {
  const row = await subscriptionStore.findLive(db, actor.accountId);
  if (!row) throw apiError(noSubscription);
  return serializeSubscription(deps, db, row);
}

/** The account's live subscription, for staff; null if none. The caller checks permissions. */
export async function findAccountSubscription(
  deps: Subscriptions,
  db: Db,
  accountId: number,
): Promise<SubscriptionWire | null> {
  const row = await subscriptionStore.findLive(db, accountId);
  return row ? serializeSubscription(deps, db, row) : null;
}

/** The account's newest subscriptions, for staff. The caller checks permissions. */
export async function listAccountSubscriptions(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  count: number,
): Promise<SubscriptionWire[]> {
  const page = { page: 1, pageSize: count, offset: 0 };
  const { rows } = await subscriptionStore.listSubscriptions(db, { accountId }, page);
  return serializeSubscriptions(deps, db, rows);
}
