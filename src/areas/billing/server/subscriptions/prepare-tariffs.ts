// A price never changes in place: staff draft a version, publish it, and the one before is
// superseded. Who subscribed to an older version keeps it.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import {
  type draftTariff as draftContract,
  freeTariffStays,
  type TariffVersionWire,
  wrongTariffState,
} from '../../tariff-staff-contract.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TariffRow } from './tariff-store.ts';
import * as store from './tariff-version-store.ts';
import { isFree, tariffToWire } from './tariff-wire.ts';

type Deps = Pick<Subscriptions, 'kernel'>;
type Draft = z.output<(typeof draftContract)['body']>;
type State = TariffVersionWire['state'];

function stateOf({ published_at, superseded_at, is_active }: TariffRow): State {
  if (published_at === null) return 'draft';
  if (superseded_at !== null) return 'superseded';
  return is_active ? 'published' : 'retired';
}

const toWire = (row: store.VersionRow): TariffVersionWire => ({
  ...tariffToWire(row),
  version: row.version,
  state: stateOf(row),
  subscribers: Number(row.subscribers),
});

export async function listTariffVersions(db: Db): Promise<TariffVersionWire[]> {
  return (await store.listVersions(db)).map(toWire);
}

/** What a draft does not say (features, groups, place) it has from the version before. */
export async function draftTariff({ kernel }: Deps, tx: Tx, audit: Audit, draft: Draft) {
  await store.lockSlug(tx, draft.slug);
  const before = await store.findNewest(tx, draft.slug);
  const pattern = before ?? (await store.findNewest(tx, 'free'));
  const { overage_price, limits, ...plain } = draft;
  const now = kernel.clock.now();
  const id = await store.insertDraft(tx, {
    ...plain,
    version: (before?.version ?? 0) + 1,
    limits: JSON.stringify(limits),
    overage_price,
    overage_unit: overage_price === null ? null : 'request',
    features: JSON.stringify(pattern?.features ?? []),
    endpoint_groups: JSON.stringify(pattern?.endpoint_groups ?? []),
    supports_webhooks: pattern?.supports_webhooks ?? false,
    priority_support: pattern?.priority_support ?? false,
    is_popular: before?.is_popular ?? false,
    sort_order: before?.sort_order ?? 100,
    created_at: now,
    updated_at: now,
  });
  await audit.note(tx, { type: 'tariff', id, after: { ...draft } });
  return toWire((await store.findVersion(tx, id))!);
}

export const publishTariff = (deps: Deps, tx: Tx, audit: Audit, id: string) =>
  changeVersion(deps, tx, audit, id, {
    from: ['draft'],
    change: (row, now) => store.publish(tx, row, now),
  });

export const retireTariff = (deps: Deps, tx: Tx, audit: Audit, id: string) =>
  changeVersion(deps, tx, audit, id, {
    from: ['published'],
    change: async (row, now) => {
      if (isFree(row)) throw apiError(freeTariffStays);
      await store.retire(tx, row.id, now);
    },
  });

export async function discardTariff(tx: Tx, audit: Audit, id: string): Promise<void> {
  const row = await findInState(tx, id, ['draft']);
  await store.deleteDraft(tx, row.id);
  await audit.note(tx, { type: 'tariff', id: row.id, before: { state: 'draft' } });
}

type Step = {
  from: readonly State[];
  change: (row: store.VersionRow, now: Date) => Promise<void>;
};

async function changeVersion(
  { kernel }: Deps,
  tx: Tx,
  audit: Audit,
  id: string,
  { from, change }: Step,
) {
  const row = await findInState(tx, id, from);
  await change(row, kernel.clock.now());
  const changed = (await store.findVersion(tx, row.id))!;
  await audit.note(tx, {
    type: 'tariff',
    id: row.id,
    before: { state: stateOf(row) },
    after: { state: stateOf(changed), slug: row.slug, version: row.version },
  });
  return toWire(changed);
}

/** Nobody else moves a version of this slug until the transaction ends. */
async function findInState(tx: Tx, id: string, states: readonly State[]) {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const found = await store.findVersion(tx, number);
  if (!found) throw apiError(commonErrors.notFound);
  await store.lockSlug(tx, found.slug);
  const row = await store.findVersion(tx, number);
  if (!row) throw apiError(commonErrors.notFound);
  const state = stateOf(row);
  if (!states.includes(state)) throw apiError(wrongTariffState, { current_status: state });
  return row;
}
