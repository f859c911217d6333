import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Db, Tx } from '#kernel/database/database.ts';
import type {
  SandboxEvent,
  SandboxPayment,
  SandboxRefund,
  SandboxTransfer,
} from '#kernel/database/schema.d.ts';

export type PaymentRow = Selectable<SandboxPayment>;
export type TransferRow = Selectable<SandboxTransfer>;
export type RefundRow = Omit<Selectable<SandboxRefund>, 'position'>;
export type EventRow = Selectable<SandboxEvent>;
export type SandboxRecords = {
  payment: PaymentRow;
  transfers: TransferRow[];
  refunds: RefundRow[];
};

/** Creates the payment, or returns the existing one of this id. */
export async function savePayment(db: Db, values: Insertable<SandboxPayment>): Promise<PaymentRow> {
  await db
    .insertInto('sandbox_payment')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', values.id)
    .executeTakeFirstOrThrow();
}

export async function findRecords(db: Db, id: string): Promise<SandboxRecords | undefined> {
  const payment = await db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  return payment && readRecords(db, payment);
}

export async function findRecordsByProviderId(
  db: Db,
  id: string,
): Promise<SandboxRecords | undefined> {
  const payment = await db
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('provider_payment_id', '=', id)
    .executeTakeFirst();
  return payment && readRecords(db, payment);
}

/** Locks the payment until the transaction ends. */
export async function lockRecords(tx: Tx, id: string): Promise<SandboxRecords | undefined> {
  const payment = await tx
    .selectFrom('sandbox_payment')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return payment && readRecords(tx, payment);
}

async function readRecords(db: Db, payment: PaymentRow): Promise<SandboxRecords> {
  const transfers = await db
    .selectFrom('sandbox_transfer')
    .selectAll()
    .where('sandbox_payment_id', '=', payment.id)
    .orderBy('position')
    .execute();
  const refunds = await db
    .selectFrom('sandbox_refund')
    .selectAll()
    .where('sandbox_payment_id', '=', payment.id)
    .orderBy('position')
    .execute();
  return { payment, transfers, refunds };
}

export async function updatePayment(
  db: Db,
  id: string,
  values: Updateable<SandboxPayment>,
): Promise<void> {
  await db.updateTable('sandbox_payment').set(values).where('id', '=', id).execute();
}

export async function insertTransfer(db: Db, values: Insertable<SandboxTransfer>): Promise<void> {
  await db.insertInto('sandbox_transfer').values(values).execute();
}

export async function confirmTransfers(db: Db, id: string, confirmations: number): Promise<void> {
  await db
    .updateTable('sandbox_transfer')
    .set({ confirmations })
    .where('sandbox_payment_id', '=', id)
    .where('confirmations', '<', confirmations)
    .execute();
}

export async function insertRefund(db: Db, values: Insertable<SandboxRefund>): Promise<void> {
  await db.insertInto('sandbox_refund').values(values).execute();
}

export async function insertEvent(db: Db, values: Insertable<SandboxEvent>): Promise<void> {
  await db.insertInto('sandbox_event').values(values).execute();
}

export const findEvent = (db: Db, paymentId: string, id: string): Promise<EventRow | undefined> =>
  db
    .selectFrom('sandbox_event')
    .selectAll()
    .where('sandbox_payment_id', '=', paymentId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The latest 50, newest first. */
export const listEvents = (db: Db, paymentId: string): Promise<EventRow[]> =>
  db
    .selectFrom('sandbox_event')
    .selectAll()
    .where('sandbox_payment_id', '=', paymentId)
    .orderBy('position', 'desc')
    .limit(50)
    .execute();

export async function recordDelivery(
  db: Db,
  id: string,
  answer: { response_status: number | null; error: string | null },
): Promise<void> {
  await db
    .updateTable('sandbox_event')
    .set((eb) => ({ ...answer, deliveries: eb('deliveries', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
