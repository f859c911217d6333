// A price never changes in place: staff draft a version and publish it, and the previous version is
// superseded. Its subscribers keep it.
import type { z } from 'zod';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { quotaGroupNames } from '#lib/quota-groups.ts';
import {
  type draftTariff as draftContract,
  freeTariffStays,
  type TariffVersionWire,
  wrongTariffState,
} from '../../wire/tariffs.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { isFree, serializeTariff } from './serialize-tariff.ts';
import type { TariffRow } from './tariff-store.ts';
import * as versionStore from './tariff-version-store.ts';

type Deps = Pick<Subscriptions, 'kernel'>;
type Draft = z.output<(typeof draftContract)['body']>;
type State = TariffVersionWire['state'];

function readState({ published_at, superseded_at, is_active }: TariffRow): State {
  if (published_at === null) return 'draft';
  if (superseded_at !== null) return 'superseded';
  return is_active ? 'published' : 'retired';
}

const serializeVersion = (row: versionStore.VersionRow): TariffVersionWire => ({
  ...serializeTariff(row),
  version: row.version,
  state: readState(row),
  subscribers: Number(row.subscribers),
});

export async function listTariffVersions(db: Db): Promise<TariffVersionWire[]> {
  return (await versionStore.listVersions(db)).map(serializeVersion);
}

/** Features, sort order and endpoint groups default to those of the previous version. */
export async function draftTariff({ kernel }: Deps, tx: Tx, audit: Audit, draft: Draft) {
  await versionStore.lockSlug(tx, draft.slug);
  const before = await versionStore.findNewest(tx, draft.slug);
  const template = before ?? (await versionStore.findNewest(tx, 'free'));
  const { overage_price, limits, endpoint_groups: chosen, ...plain } = draft;
  const groups =
    chosen?.map((code) => ({ code, name: quotaGroupNames[code] })) ??
    template?.endpoint_groups ??
    [];
  const now = kernel.clock.now();
  const id = await versionStore.insertDraft(tx, {
    ...plain,
    version: (before?.version ?? 0) + 1,
    limits: JSON.stringify(limits),
    overage_price,
    overage_unit: overage_price === null ? null : 'request',
    features: JSON.stringify(featuresWith(template?.features ?? [], groups)),
    endpoint_groups: JSON.stringify(groups),
    supports_webhooks: template?.supports_webhooks ?? false,
    priority_support: template?.priority_support ?? false,
    is_popular: before?.is_popular ?? false,
    sort_order: before?.sort_order ?? 100,
    created_at: now,
    updated_at: now,
  });
  await audit.record(tx, { type: 'tariff', id, after: { ...draft } });
  return serializeVersion((await versionStore.findVersion(tx, id))!);
}

/** The card of a tariff says which parts of the API it includes among its features. */
const featuresWith = (
  features: TariffRow['features'],
  groups: TariffRow['endpoint_groups'],
): TariffRow['features'] =>
  features.map((feature) =>
    feature.code in quotaGroupNames
      ? { ...feature, included: groups.some(({ code }) => code === feature.code) }
      : feature,
  );

export const publishTariff = (deps: Deps, tx: Tx, audit: Audit, id: string) =>
  changeVersion(deps, tx, audit, id, {
    from: ['draft'],
    change: (row, now) => versionStore.publish(tx, row, now),
  });

export const retireTariff = (deps: Deps, tx: Tx, audit: Audit, id: string) =>
  changeVersion(deps, tx, audit, id, {
    from: ['published'],
    change: async (row, now) => {
      if (isFree(row)) throw apiError(freeTariffStays);
      await versionStore.retire(tx, row.id, now);
    },
  });

export async function discardTariff(tx: Tx, audit: Audit, id: string): Promise<void> {
  const row = await findInState(tx, id, ['draft']);
  await versionStore.deleteDraft(tx, row.id);
  await audit.record(tx, { type: 'tariff', id: row.id, before: { state: 'draft' } });
}

type VersionChange = {
  from: readonly State[];
  change: (row: versionStore.VersionRow, now: Date) => Promise<void>;
};

async function changeVersion(
  { kernel }: Deps,
  tx: Tx,
  audit: Audit,
  id: string,
  { from, change }: VersionChange,
) {
  const row = await findInState(tx, id, from);
  await change(row, kernel.clock.now());
  const changed = (await versionStore.findVersion(tx, row.id))!;
  await audit.record(tx, {
    type: 'tariff',
    id: row.id,
    before: { state: readState(row) },
    after: { state: readState(changed), slug: row.slug, version: row.version },
  });
  return serializeVersion(changed);
}

/** Locks the versions of this slug until the transaction ends. */
async function findInState(tx: Tx, id: string, states: readonly State[]) {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : 0;
  const found = await versionStore.findVersion(tx, number);
  if (!found) throw apiError(commonErrors.notFound);
  await versionStore.lockSlug(tx, found.slug);
  const row = await versionStore.findVersion(tx, number);
  if (!row) throw apiError(commonErrors.notFound);
  const state = readState(row);
  if (!states.includes(state)) throw apiError(wrongTariffState, { current_status: state });
  return row;
}
