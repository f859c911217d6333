import type { Db, Tx } from '#kernel/database/database.ts';
import { listSwitches, type SwitchRow, writeSwitch } from '#kernel/feature-store.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { type Feature, featureNames, features } from '#lib/features.ts';
import type { FeatureSwitchWire } from '../contract.ts';
import type { By } from './change-users.ts';

const toWire = (name: Feature, row: SwitchRow | undefined): FeatureSwitchWire => ({
  name,
  label: features[name],
  is_on: row?.is_on ?? true,
  reason: row?.reason ?? '',
  notice: row?.notice ?? '',
  changed_by: row?.changed_by_email ?? null,
  changed_at: row?.changed_at.toISOString() ?? null,
});

export async function readFeatures(db: Db) {
  const rows = new Map((await listSwitches(db)).map((row) => [row.name, row]));
  return featureNames.map((name) => toWire(name, rows.get(name)));
}

type Change = { name: Feature; isOn: boolean; reason: string; notice: string };

export async function changeFeature(
  { work, clock, features: known }: Kernel,
  tx: Tx,
  { actor, audit }: By,
  { name, isOn, reason, notice }: Change,
): Promise<FeatureSwitchWire> {
  const find = async () => (await readFeatures(tx)).find((one) => one.name === name)!;
  const before = await find();
  const { accountId } = actor;
  const shown = isOn ? '' : notice;
  await writeSwitch(tx, name, { isOn, reason, notice: shown, accountId, now: clock.now() });
  await audit.note(tx, {
    type: 'feature',
    id: name,
    before: { is_on: before.is_on },
    after: { is_on: isOn, reason, notice: shown },
  });
  work.afterCommit(tx, known.forget);
  return find();
}
