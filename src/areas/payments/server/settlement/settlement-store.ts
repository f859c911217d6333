// A payment's status history, transfers and returns.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type {
  PaymentReturn,
  PaymentStatusEvent,
  PaymentTransfer,
} from '#kernel/database/schema.d.ts';
import type { PaymentStatus } from '../../wire/payments.labels.ts';

export type StatusEventRow = Selectable<PaymentStatusEvent> & { status: PaymentStatus };
export type TransferRow = Selectable<PaymentTransfer>;
export type ReturnRow = Selectable<PaymentReturn> & {
  kind: 'refund' | 'chargeback';
  status: 'requested' | 'done' | 'failed';
};

export async function addStatusEvent(
  db: Db,
  values: Insertable<PaymentStatusEvent>,
): Promise<void> {
  await db.insertInto('payment_status_event').values(values).execute();
}

export const listStatusEvents = (db: Db, paymentId: string): Promise<StatusEventRow[]> =>
  db
    .selectFrom('payment_status_event')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('id')
    .execute() as Promise<StatusEventRow[]>;

export const listTransfers = (db: Db, paymentId: string): Promise<TransferRow[]> =>
  db
    .selectFrom('payment_transfer')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('seen_at')
    .orderBy('id')
    .execute();

/** Inserts a transfer; for a known provider id, updates confirmations and hash. */
export const saveTransfer = (tx: Tx, values: Insertable<PaymentTransfer>): Promise<TransferRow> =>
  tx
    .insertInto('payment_transfer')
    .values(values)
    .onConflict((conflict) =>
      conflict.columns(['provider', 'provider_transfer_id']).doUpdateSet(({ ref }) => ({
        confirmations: ref('excluded.confirmations'),
        hash: ref('excluded.hash'),
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();

export async function insertTransfer(tx: Tx, values: Insertable<PaymentTransfer>): Promise<void> {
  await tx.insertInto('payment_transfer').values(values).execute();
}

export async function updateTransfer(
  tx: Tx,
  id: string,
  values: Updateable<PaymentTransfer>,
): Promise<void> {
  await tx.updateTable('payment_transfer').set(values).where('id', '=', id).execute();
}

export const listReturns = (db: Db, paymentId: string): Promise<ReturnRow[]> =>
  db
    .selectFrom('payment_return')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute() as Promise<ReturnRow[]>;

export const findReturn = (db: Db, id: string): Promise<ReturnRow | undefined> =>
  db.selectFrom('payment_return').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ReturnRow | undefined
  >;

export async function insertReturn(db: Db, values: Insertable<PaymentReturn>): Promise<void> {
  await db.insertInto('payment_return').values(values).execute();
}

export async function updateReturn(
  db: Db,
  id: string,
  values: Updateable<PaymentReturn>,
): Promise<void> {
  await db.updateTable('payment_return').set(values).where('id', '=', id).execute();
}
