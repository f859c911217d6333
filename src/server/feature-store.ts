import type { Selectable } from 'kysely';
import type { Feature } from '#lib/features.ts';
import type { Db } from './database/database.ts';
import type { FeatureSwitch } from './database/schema.d.ts';

export type SwitchRow = Selectable<FeatureSwitch> & { changed_by_email: string };

export const listSwitches = (db: Db): Promise<SwitchRow[]> =>
  db
    .selectFrom('feature_switch')
    .innerJoin('account', 'account.id', 'feature_switch.changed_by')
    .selectAll('feature_switch')
    .select('account.email as changed_by_email')
    .execute();

export async function listSwitchedOff(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('feature_switch')
    .select('name')
    .where('is_on', '=', false)
    .execute();
  return new Set(rows.map(({ name }) => name));
}

export type SwitchChange = { isOn: boolean; reason: string; accountId: number; now: Date };

export async function writeSwitch(db: Db, name: Feature, change: SwitchChange): Promise<void> {
  const values = {
    is_on: change.isOn,
    reason: change.reason,
    changed_by: change.accountId,
    changed_at: change.now,
  };
  await db
    .insertInto('feature_switch')
    .values({ name, ...values })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(values))
    .execute();
}
