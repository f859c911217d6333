// The only place where the status of a withdrawal changes: its history, the event stream and the
// customer's mail are written in the same transaction.
import type { Updateable } from 'kysely';
import { InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Withdrawal } from '#kernel/database/schema.d.ts';
import { apiError } from '#kernel/http/errors.ts';
import { toAmount } from '#lib/money.ts';
import {
  withdrawalClosedEvent,
  withdrawalRequestedEvent,
  withdrawalSettledEvent,
} from '../../wire/events.ts';
import { withdrawalNotOpen } from '../../wire/withdrawals.ts';
import { type Payments, paymentsTopic } from '../context.ts';
import { mailWithdrawal } from '../emails/withdrawal-mails.ts';
import type { ReversalRow } from '../settlement/settlement-store.ts';
import { serializeWithdrawal } from './serialize-withdrawal.ts';
import { nextStatus, type WithdrawalEvent } from './withdrawal-states.ts';
import * as withdrawalStore from './withdrawal-store.ts';

type Change = {
  event: WithdrawalEvent;
  source: 'user' | 'staff' | 'provider';
  note?: string;
  values?: Updateable<Withdrawal>;
};

/** The row must be locked by `tx`. Throws `invalid_state` for what is not possible. */
export async function transitionWithdrawal(
  payments: Payments,
  tx: Tx,
  row: withdrawalStore.WithdrawalRow,
  { event, source, note = '', values = {} }: Change,
): Promise<withdrawalStore.WithdrawalRow> {
  const status = statusAfter(row, event);
  const now = payments.kernel.clock.now();
  const updated = await withdrawalStore.updateWithdrawal(tx, row.id, {
    ...values,
    status,
    status_changed_at: now,
  });
  await recordStatus(payments, tx, updated, { source, note });
  return updated;
}

/** Throws `invalid_state`. */
export function statusAfter(row: withdrawalStore.WithdrawalRow, event: WithdrawalEvent) {
  const status = nextStatus(row.status, event);
  if (!status) throw apiError(withdrawalNotOpen, { current_status: row.status });
  return status;
}

/** Also for a new withdrawal. */
export async function recordStatus(
  payments: Payments,
  tx: Tx,
  row: withdrawalStore.WithdrawalRow,
  { source, note }: { source: 'user' | 'staff' | 'provider'; note: string },
): Promise<void> {
  await withdrawalStore.addEvent(tx, {
    withdrawal_id: row.id,
    status: row.status,
    source,
    note,
    occurred_at: row.status_changed_at,
  });
  await payments.kernel.live.publish(tx, {
    topic: paymentsTopic,
    accountId: row.account_id,
    data: { withdrawal: row.id, status: row.status },
  });
  const event = eventByStatus[row.status];
  if (event)
    await payments.kernel.customerEvents.publish(tx, event, {
      accountId: row.account_id,
      data: () => serializeWithdrawal(tx, row),
    });
  await mailWithdrawal(payments, tx, row, note);
}

const eventByStatus: Partial<
  Record<withdrawalStore.WithdrawalRow['status'], typeof withdrawalSettledEvent>
> = {
  requested: withdrawalRequestedEvent,
  settled: withdrawalSettledEvent,
  rejected: withdrawalClosedEvent,
  cancelled: withdrawalClosedEvent,
};

const refusedNote = 'The provider did not accept the refund.';

/** A refund of ours has ended, and with it the withdrawal that it pays out, if any. */
export async function applyRefundOutcome(
  payments: Payments,
  tx: Tx,
  { id, provider }: Pick<ReversalRow, 'id' | 'provider'>,
  outcome: 'paid' | 'failed',
): Promise<void> {
  const row = await withdrawalStore.lockByReversal(tx, id);
  if (!row || !nextStatus(row.status, outcome)) return;
  if (outcome === 'paid')
    await transitionWithdrawal(payments, tx, row, { event: 'paid', source: 'provider' });
  else
    await reopenWithdrawal(payments, tx, row, {
      source: 'provider',
      actor: `provider:${provider}`,
      note: refusedNote,
    });
}

/**
 * Returns the money of a settlement to the wallet and holds it again. A wallet that is in debt, as
 * after a chargeback, keeps what it needs: the withdrawal is rejected.
 */
export async function reopenWithdrawal(
  payments: Payments,
  tx: Tx,
  row: withdrawalStore.WithdrawalRow,
  { source, actor, note }: { source: 'staff' | 'provider'; actor: string; note: string },
): Promise<withdrawalStore.WithdrawalRow> {
  const { ledger } = payments;
  await ledger.reverse(tx, row.journal_id!, { actor, description: 'Withdrawal returned' });
  const cleared = { journal_id: null, reversal_id: null, settled_by: null, reference: '' };
  try {
    const { id } = await holdAmount(payments, tx, row);
    const values = { ...cleared, hold_id: id };
    return await transitionWithdrawal(payments, tx, row, { event: 'failed', source, note, values });
  } catch (error) {
    if (!(error instanceof InsufficientBalance)) throw error;
    return transitionWithdrawal(payments, tx, row, {
      event: 'failed_short',
      source,
      note: `${note} The balance no longer covers it.`,
      values: cleared,
    });
  }
}

/** Throws InsufficientBalance. */
export const holdAmount = (
  { ledger }: Pick<Payments, 'ledger'>,
  tx: Tx,
  row: Pick<
    withdrawalStore.WithdrawalRow,
    'id' | 'internal_id' | 'account_id' | 'amount' | 'currency' | 'attempts'
  >,
) =>
  ledger.hold(tx, {
    accountId: row.account_id,
    amount: toAmount(row.amount, row.currency),
    idempotencyKey: `withdrawal:${row.id}:${row.attempts}`,
    reference: row.internal_id,
    actor: `account:${row.account_id}`,
  });
