// A payment's status history, transfers and reversals.
import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type {
  PaymentReversal,
  PaymentStatusEvent,
  PaymentTransfer,
} from '#kernel/database/schema.d.ts';
import type { PaymentStatus } from '../../wire/payments.constants.ts';

export type StatusEventRow = Selectable<PaymentStatusEvent> & { status: PaymentStatus };
export type TransferRow = Selectable<PaymentTransfer>;
export type ReversalRow = Selectable<PaymentReversal> & {
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

export const listReversals = (db: Db, paymentId: string): Promise<ReversalRow[]> =>
  db
    .selectFrom('payment_reversal')
    .selectAll()
    .where('payment_id', '=', paymentId)
    .orderBy('created_at')
    .orderBy('id')
    .execute() as Promise<ReversalRow[]>;

/** Which of the payments a bank took back, in whole or part. */
export async function findChargedBack(
  db: Db,
  payments: readonly { id: string; status: string }[],
): Promise<ReadonlySet<string>> {
  const ids = payments.flatMap(({ id, status }) => (status === 'refunded' ? [id] : []));
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('payment_reversal')
    .select('payment_id')
    .where('payment_id', 'in', ids)
    .where('kind', '=', 'chargeback')
    .where('status', '=', 'done')
    .execute();
  return new Set(rows.map(({ payment_id }) => payment_id));
}

export const findReversal = (db: Db, id: string): Promise<ReversalRow | undefined> =>
  db.selectFrom('payment_reversal').selectAll().where('id', '=', id).executeTakeFirst() as Promise<
    ReversalRow | undefined
  >;

export async function insertReversal(db: Db, values: Insertable<PaymentReversal>): Promise<void> {
  await db.insertInto('payment_reversal').values(values).execute();
}

export async function updateReversal(
  db: Db,
  id: string,
  values: Updateable<PaymentReversal>,
): Promise<void> {
  await db.updateTable('payment_reversal').set(values).where('id', '=', id).execute();
}
