import type { Db, Tx } from '#kernel/database/database.ts';
import { listSwitches, type SwitchRow, saveSwitch } from '#kernel/features/feature-store.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Feature, featureNames, features } from '#lib/features.ts';
import type { FeatureSwitchWire } from '../../wire/features.ts';
import type { ChangeContext } from '../users/change-users.ts';

const serializeFeature = (name: Feature, row: SwitchRow | undefined): FeatureSwitchWire => ({
  name,
  label: features[name],
  is_on: row?.is_on ?? true,
  reason: row?.reason ?? '',
  notice: row?.notice ?? '',
  changed_by: row?.changed_by_email ?? null,
  changed_at: row?.changed_at.toISOString() ?? null,
});

export async function listFeatures(db: Db) {
  const rows = new Map((await listSwitches(db)).map((row) => [row.name, row]));
  return featureNames.map((name) => serializeFeature(name, rows.get(name)));
}

type FeatureChange = { name: Feature; isOn: boolean; reason: string; notice: string };

export async function switchFeature(
  { work, clock, features: known }: Kernel,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { name, isOn, reason, notice }: FeatureChange,
): Promise<FeatureSwitchWire> {
  const find = async () => (await listFeatures(tx)).find((one) => one.name === name)!;
  const before = await find();
  const { accountId } = actor;
  const savedNotice = isOn ? '' : notice;
  await saveSwitch(tx, name, { isOn, reason, notice: savedNotice, accountId, now: clock.now() });
  await audit.record(tx, {
    type: 'feature',
    id: name,
    before: { is_on: before.is_on },
    after: { is_on: isOn, reason, notice: savedNotice },
  });
  work.afterCommit(tx, known.clearCache);
  return find();
}
