import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import type { PageRequest } from '#lib/pagination.ts';
import {
  type listSubscriptions as listContract,
  noSubscription,
  type SubscriptionWire,
} from '../../subscription-contract.ts';
import { findSeen, ownerOf } from './own-subscriptions.ts';
import * as store from './subscription-store.ts';
import { showSubscription, showSubscriptions } from './subscription-wire.ts';
import type { Subscriptions } from './subscriptions.ts';

export async function listSubscriptions(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  query: z.output<(typeof listContract)['query']>,
  page: PageRequest,
) {
  const { rows, total } = await store.listSubscriptions(
    db,
    {
      accountId: ownerOf(actor, query.user),
      status: query.status,
      tariff: query.tariff,
      ordering: query.ordering,
      createdAfter: query.created_after,
      createdBefore: query.created_before,
    },
    page,
  );
  return { results: await showSubscriptions(deps, db, rows), total };
}

export async function readSubscription(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
  id: string,
): Promise<SubscriptionWire> {
  return showSubscription(deps, db, await findSeen(db, actor, id));
}

/** Throws no_subscription. */
export async function readCurrent(
  deps: Subscriptions,
  db: Db,
  actor: Actor,
): Promise<SubscriptionWire> {
  const row = await store.findLive(db, actor.accountId);
  if (!row) throw apiError(noSubscription);
  return showSubscription(deps, db, row);
}
