import type { Selectable } from 'kysely';
import { type Feature, featureNames } from '#lib/features.ts';
import type { Db } from '../database/database.ts';
import type { FeatureSwitch } from '../database/schema.d.ts';

export type SwitchRow = Selectable<FeatureSwitch> & { changed_by_email: string };

export const listSwitches = (db: Db): Promise<SwitchRow[]> =>
  db
    .selectFrom('feature_switch')
    .innerJoin('account', 'account.id', 'feature_switch.changed_by')
    .selectAll('feature_switch')
    .select('account.email as changed_by_email')
    .execute();

export type DisabledFeature = { name: Feature; notice: string; since: Date };

export async function listDisabledFeatures(db: Db): Promise<DisabledFeature[]> {
  const rows = await db
    .selectFrom('feature_switch')
    .select(['name', 'notice', 'changed_at as since'])
    .where('is_on', '=', false)
    .where('name', 'in', featureNames)
    .orderBy('name')
    .execute();
  return rows as DisabledFeature[];
}

export type SwitchChange = {
  isOn: boolean;
  reason: string;
  notice?: string;
  accountId: number;
  now: Date;
};

export async function saveSwitch(db: Db, name: Feature, change: SwitchChange): Promise<void> {
  const values = {
    is_on: change.isOn,
    reason: change.reason,
    notice: change.notice ?? '',
    changed_by: change.accountId,
    changed_at: change.now,
  };
  await db
    .insertInto('feature_switch')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}
