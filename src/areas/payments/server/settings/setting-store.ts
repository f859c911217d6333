import type { Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { PaymentSetting } from '#kernel/database/schema.d.ts';
import type { ChargeFirst } from '../../wire/settings.constants.ts';

export type SettingRow = Selectable<PaymentSetting> & { charge_first: ChargeFirst };

export const findSetting = (db: Db, accountId: number): Promise<SettingRow | undefined> =>
  db
    .selectFrom('payment_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst() as Promise<SettingRow | undefined>;

/** What accounts chose to charge first; those that did not choose are absent. */
export async function listChargeFirst(
  db: Db,
  accountIds: readonly number[],
): Promise<Map<number, ChargeFirst>> {
  const rows = await db
    .selectFrom('payment_setting')
    .select(['account_id', 'charge_first'])
    .where('account_id', 'in', accountIds)
    .execute();
  return new Map(rows.map((row) => [row.account_id, row.charge_first as ChargeFirst]));
}

export const saveSetting = (
  tx: Tx,
  accountId: number,
  values: Updateable<PaymentSetting> & { updated_at: Date },
): Promise<SettingRow> =>
  tx
    .insertInto('payment_setting')
    .values({ account_id: accountId, ...values })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<SettingRow>;
