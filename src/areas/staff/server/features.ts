import { type Feature, featureNames, features } from '#lib/features.ts';
import { listSwitches, type SwitchRow, writeSwitch } from '#server/feature-store.ts';
import type { Api } from '#server/http/api.ts';
import type { Audit } from '#server/http/audit.ts';
import { answer, mount } from '#server/http/mount.ts';
import type { Kernel } from '#server/kernel.ts';
import type { Actor } from '#server/ports.ts';
import * as contract from '../contract.ts';

const toWire = (name: Feature, row: SwitchRow | undefined): contract.FeatureSwitchWire => ({
  name,
  label: features[name],
  is_on: row?.is_on ?? true,
  reason: row?.reason ?? '',
  changed_by: row?.changed_by_email ?? null,
  changed_at: row?.changed_at.toISOString() ?? null,
});

async function readFeatures(db: Kernel['database']['write']) {
  const rows = new Map((await listSwitches(db)).map((row) => [row.name, row]));
  return featureNames.map((name) => toWire(name, rows.get(name)));
}

type Change = { name: Feature; isOn: boolean; reason: string };

async function changeFeature(
  { database, clock, features: known }: Kernel,
  { accountId }: Pick<Actor, 'accountId'>,
  { name, isOn, reason }: Change,
  audit: Audit,
): Promise<contract.FeatureSwitchWire> {
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

export function featureRoutes(api: Api, kernel: Kernel): void {
  mount(api, contract.listFeatures, async () =>
    answer(200, { features: await readFeatures(kernel.database.write) }),
  );
  mount(api, contract.switchFeature, async ({ actor, params: { name }, body, audit }) =>
    answer(
      200,
      await changeFeature(kernel, actor, { name, isOn: body.is_on, reason: body.reason }, audit),
    ),
  );
}
