// Withdrawals in the hands of finance: one person approves, another pays out. The money is held
// until it leaves, so that nothing has to be checked again but the payment that is refunded.
import { withdrawal as withdrawalJournal } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { subtractAmounts, toAmount } from '#lib/money.ts';
import { isUuid } from '#lib/uuid.ts';
import { ownWithdrawal, type StaffWithdrawalWire } from '../../wire/staff-withdrawals.ts';
import { withdrawalNotOpen } from '../../wire/withdrawals.ts';
import { throwInsufficientBalance } from '../adjustments/wallet-limits.ts';
import type { Payments } from '../context.ts';
import { lockPayment, type PaymentRow } from '../payments/payment-store.ts';
import { insertRefund, submitRefund } from '../refunds/refund-payment.ts';
import { assertRefundable } from './request-withdrawal.ts';
import { serializeForStaff } from './serialize-withdrawal.ts';
import { reopenWithdrawal, statusAfter, transitionWithdrawal } from './transition-withdrawal.ts';
import * as withdrawalStore from './withdrawal-store.ts';

type ChangeContext = { actor: Actor; audit: Audit };
type Row = withdrawalStore.WithdrawalRow;

/** Money that leaves by hand is booked on a clearing account of its own. */
const byHand = 'manual';

export async function readForStaff(
  payments: Payments,
  db: Db,
  id: string,
): Promise<StaffWithdrawalWire> {
  const row = isUuid(id) ? await withdrawalStore.findWithdrawal(db, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return (await serializeForStaff(payments, db, [row]))[0]!;
}

/** Locked. Throws `second_person_needed` for the owner and for those who already acted. */
async function lockForStaff(
  tx: Tx,
  { actor }: ChangeContext,
  id: string,
  excluded: (row: Row) => number | null = () => null,
): Promise<Row> {
  const row = isUuid(id) ? await withdrawalStore.lockWithdrawal(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  if ([row.account_id, excluded(row)].includes(actor.accountId)) throw apiError(ownWithdrawal);
  return row;
}

async function finish(
  payments: Payments,
  tx: Tx,
  { audit }: ChangeContext,
  before: Row,
  row: Row,
): Promise<StaffWithdrawalWire> {
  await audit.record(tx, {
    type: 'withdrawal',
    id: row.id,
    before: { status: before.status },
    after: { status: row.status, journal: row.journal_id, reference: row.reference },
  });
  return (await serializeForStaff(payments, tx, [row]))[0]!;
}

export async function approveWithdrawal(
  payments: Payments,
  tx: Tx,
  context: ChangeContext,
  id: string,
): Promise<StaffWithdrawalWire> {
  const row = await lockForStaff(tx, context, id);
  const approved = await transitionWithdrawal(payments, tx, row, {
    event: 'approve',
    source: 'staff',
    values: { approved_by: context.actor.accountId },
  });
  return finish(payments, tx, context, row, approved);
}

export async function rejectWithdrawal(
  payments: Payments,
  tx: Tx,
  context: ChangeContext,
  id: string,
  reason: string,
): Promise<StaffWithdrawalWire> {
  const row = await lockForStaff(tx, context, id);
  const rejected = await transitionWithdrawal(payments, tx, row, {
    event: 'reject',
    source: 'staff',
    note: reason,
  });
  await payments.ledger.release(tx, row.hold_id);
  return finish(payments, tx, context, row, rejected);
}

export type Settlement = { withdrawal: StaffWithdrawalWire; reversalId: string | null };

/** Ledger entry and new status are one unit; a provider is asked for its refund after it. */
export async function settleWithdrawal(
  payments: Payments,
  context: ChangeContext,
  id: string,
  reference: string,
  write: LastWrite<Settlement>,
): Promise<StaffWithdrawalWire> {
  const { withdrawal, reversalId } = await write(async (tx) => {
    const row = await lockForStaff(tx, context, id, ({ approved_by }) => approved_by);
    const settled = await (row.destination_kind === 'payment'
      ? askProvider(payments, tx, context, row)
      : settleByHand(payments, tx, context, row, reference));
    const withdrawal = await finish(payments, tx, context, row, settled);
    return { withdrawal, reversalId: settled.reversal_id };
  });
  if (reversalId) await submitRefund(payments, reversalId);
  return withdrawal;
}

async function settleByHand(
  payments: Payments,
  tx: Tx,
  { actor }: ChangeContext,
  row: Row,
  reference: string,
): Promise<Row> {
  statusAfter(row, 'settle');
  if (reference === '') throw new InvalidInput({ reference: ['This field is required.'] });
  const journalId = await captureHold(payments, tx, row, { actor, provider: byHand });
  return transitionWithdrawal(payments, tx, row, {
    event: 'settle',
    source: 'staff',
    values: {
      journal_id: journalId,
      reference,
      settled_by: actor.accountId,
      attempts: row.attempts + 1,
    },
  });
}

async function askProvider(
  payments: Payments,
  tx: Tx,
  { actor }: ChangeContext,
  row: Row,
): Promise<Row> {
  statusAfter(row, 'ask_provider');
  const payment = (await lockPayment(tx, row.payment_id!))!;
  const net = subtractAmounts(toAmount(row.amount, row.currency), toAmount(row.fee, row.currency));
  await assertRefundable(payments, tx, payment, net);
  const reversalId = createId(payments.kernel.clock.now());
  const { provider } = payment;
  const journalId = await captureHold(payments, tx, row, { actor, provider, payment });
  await insertRefund(payments, tx, payment, {
    id: reversalId,
    amount: net,
    reason: `Withdrawal ${row.internal_id}`,
    journalId,
    actors: { requestedBy: row.account_id, approvedBy: row.approved_by! },
  });
  return transitionWithdrawal(payments, tx, row, {
    event: 'ask_provider',
    source: 'staff',
    values: {
      journal_id: journalId,
      reversal_id: reversalId,
      settled_by: actor.accountId,
      attempts: row.attempts + 1,
    },
  });
}

/** Posts the journal from the held money. Returns its id. Throws `insufficient_balance`. */
async function captureHold(
  { ledger }: Payments,
  tx: Tx,
  row: Row,
  { actor, provider, payment }: { actor: Actor; provider: string; payment?: PaymentRow },
): Promise<string> {
  const draft = withdrawalJournal({
    accountId: row.account_id,
    amount: toAmount(row.amount, row.currency),
    fee: toAmount(row.fee, row.currency),
    provider,
    idempotencyKey: `withdrawal:${row.id}:${row.attempts}`,
    reference: row.internal_id,
    description: 'Withdrawal',
    actor: `staff:${actor.accountId}`,
    paymentId: row.payment_id,
    metadata: { withdrawal: row.id, ...(payment?.is_test && { test: true }) },
  });
  // A chargeback takes money that is held, too.
  const posted = ledger.capture(tx, row.hold_id, draft).catch(throwInsufficientBalance);
  return (await posted).journalId;
}

/** A bank sent the money back. Not by the person who paid it out: it credits the wallet. */
export async function returnWithdrawal(
  payments: Payments,
  tx: Tx,
  context: ChangeContext,
  id: string,
  reason: string,
): Promise<StaffWithdrawalWire> {
  const row = await lockForStaff(tx, context, id, ({ settled_by }) => settled_by);
  // A refund ends by its provider's word alone.
  if (row.status !== 'settled' || row.destination_kind === 'payment')
    throw apiError(withdrawalNotOpen, { current_status: row.status });
  const by = { source: 'staff', actor: `staff:${context.actor.accountId}`, note: reason } as const;
  const reopened = await reopenWithdrawal(payments, tx, row, by);
  return finish(payments, tx, context, row, reopened);
}
