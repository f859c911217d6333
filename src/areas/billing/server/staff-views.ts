// What the console and other areas show of somebody's plan and keys; who may ask is decided there.

import type { Db } from '#kernel/database/database.ts';
import type { ApiKeyWire } from '../contract.ts';
import type { SubscriptionWire } from '../subscription-contract.ts';
import { listKeys } from './keys/key-store.ts';
import { showKeys } from './keys/key-wire.ts';
import type { Keys } from './keys/keys.ts';
import * as store from './subscriptions/subscription-store.ts';
import { showSubscription, showSubscriptions } from './subscriptions/subscription-wire.ts';
import type { Subscriptions } from './subscriptions/subscriptions.ts';

const firstPage = (pageSize: number) => ({ page: 1, pageSize, offset: 0 });

/** Newest first, without what could be used: previews alone. */
export async function listKeysOf(
  { kernel }: Keys,
  db: Db,
  accountId: number,
  count: number,
): Promise<ApiKeyWire[]> {
  const now = kernel.clock.now();
  const { rows } = await listKeys(db, { accountId }, now, firstPage(count));
  return showKeys(db, rows, now);
}

const namedMax = 100;

/** Names of the account's newest keys, revoked ones too, by id. */
export async function nameKeysOf(
  { kernel }: Keys,
  db: Db,
  accountId: number,
): Promise<ReadonlyMap<string, string>> {
  const now = kernel.clock.now();
  const { rows } = await listKeys(db, { accountId }, now, firstPage(namedMax));
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Null without a plan. */
export async function findPlanOf(
  deps: Subscriptions,
  db: Db,
  accountId: number,
): Promise<SubscriptionWire | null> {
  const row = await store.findLive(db, accountId);
  return row ? showSubscription(deps, db, row) : null;
}

export async function listPlansOf(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  count: number,
): Promise<SubscriptionWire[]> {
  const { rows } = await store.listSubscriptions(db, { accountId }, firstPage(count));
  return showSubscriptions(deps, db, rows);
}
