import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { BillingProfile } from '#kernel/database/schema.d.ts';
import type { CustomerKind, TaxNumberStatus } from '../../wire/billing-profile.constants.ts';

export type BillingProfileRow = Selectable<BillingProfile> & {
  kind: CustomerKind;
  tax_number_status: TaxNumberStatus;
};

export const findProfile = (db: Db, accountId: number): Promise<BillingProfileRow | undefined> =>
  db
    .selectFrom('billing_profile')
    .selectAll()
    .where('account_id', '=', accountId)
    .executeTakeFirst() as Promise<BillingProfileRow | undefined>;

export const saveProfile = (
  tx: Tx,
  { created_at, ...values }: Insertable<BillingProfile>,
): Promise<BillingProfileRow> =>
  tx
    .insertInto('billing_profile')
    .values({ ...values, created_at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(values))
    .returningAll()
    .executeTakeFirstOrThrow() as Promise<BillingProfileRow>;

export async function deleteProfile(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('billing_profile').where('account_id', '=', accountId).execute();
}

/** False if the number was changed meanwhile, or has an answer already. */
export async function saveAnswer(
  tx: Tx,
  { account_id, tax_number }: Pick<BillingProfileRow, 'account_id' | 'tax_number'>,
  answer: { status: TaxNumberStatus; consultation: string; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('billing_profile')
    .set({
      tax_number_status: answer.status,
      tax_consultation: answer.consultation,
      tax_checked_at: answer.at,
    })
    .where('account_id', '=', account_id)
    .where('tax_number', '=', tax_number)
    .where('tax_number_status', '=', 'unconfirmed')
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
