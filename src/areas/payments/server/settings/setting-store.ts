import { type Selectable, sql, type Updateable } from 'kysely';
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

export const lockSetting = (tx: Tx, accountId: number): Promise<SettingRow | undefined> =>
  tx
    .selectFrom('payment_setting')
    .selectAll()
    .where('account_id', '=', accountId)
    .forUpdate()
    .executeTakeFirst() as Promise<SettingRow | undefined>;

/** Accounts whose balance is watched, after one of them. */
export const listToTopUp = (db: Db, after: number, limit: number): Promise<SettingRow[]> =>
  db
    .selectFrom('payment_setting')
    .selectAll()
    .where(sql<boolean>`top_up_is_on and top_up_paused_at is null`)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute() as Promise<SettingRow[]>;

/** What automatic top-ups charged since a time, or are about to. */
export async function sumTopUps(
  db: Db,
  accountId: number,
  currency: string,
  since: Date,
): Promise<string> {
  const row = await db
    .selectFrom('payment')
    .select(({ fn }) => fn.sum<string | null>('amount').as('sum'))
    .where('account_id', '=', accountId)
    .where('currency', '=', currency)
    .where(sql<boolean>`starts_with(charge_key, 'top_up:')`)
    .where('status', 'not in', ['failed', 'expired', 'cancelled'])
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return row.sum ?? '0';
}

/** Without a card there is nothing to charge. */
export async function switchOffTopUp(tx: Tx, accountId: number): Promise<void> {
  await tx
    .updateTable('payment_setting')
    .set({ top_up_is_on: false })
    .where('account_id', '=', accountId)
    .execute();
}

/** Does nothing for a payment that is no top-up. */
export async function clearTopUpPayment(
  tx: Tx,
  accountId: number,
  paymentId: string,
): Promise<void> {
  await tx
    .updateTable('payment_setting')
    .set({ top_up_payment_id: null })
    .where('account_id', '=', accountId)
    .where('top_up_payment_id', '=', paymentId)
    .execute();
}
