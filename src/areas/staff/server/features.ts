import { type Feature, featureNames, features } from '#lib/features.ts';
import { listSwitches, type SwitchRow, writeSwitch } from '#server/feature-store.ts';
import type { Audit } from '#server/http/audit.ts';
import type { Kernel } from '#server/kernel.ts';
import type { Actor } from '#server/ports.ts';
import type { FeatureSwitchWire } from '../contract.ts';

const toWire = (name: Feature, row: SwitchRow | undefined): FeatureSwitchWire => ({
  name,
  label: features[name],
  is_on: row?.is_on ?? true,
  reason: row?.reason ?? '',
  changed_by: row?.changed_by_email ?? null,
  changed_at: row?.changed_at.toISOString() ?? null,
});

export async function readFeatures(db: Kernel['database']['write']) {
  const rows = new Map((await listSwitches(db)).map((row) => [row.name, row]));
  return featureNames.map((name) => toWire(name, rows.get(name)));
}

type Change = { name: Feature; isOn: boolean; reason: string };

export async function changeFeature(
  { database, clock, features: known }: Kernel,
  { accountId }: Pick<Actor, 'accountId'>,
  { name, isOn, reason }: Change,
  audit: Audit,
): Promise<FeatureSwitchWire> {
  const changed = await database.transaction(async (tx) => {
    const find = async () => (await readFeatures(tx)).find((one) => one.name === name)!;
    const before = await find();
    await writeSwitch(tx, name, { isOn, reason, accountId, now: clock.now() });
    await audit.note(tx, {
      type: 'feature',
      id: name,
      before: { is_on: before.is_on },
      after: { is_on: isOn, reason },
    });
    return find();
  });
  known.forget();
  return changed;
}
