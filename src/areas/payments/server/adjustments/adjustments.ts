// Manual changes to wallets: one person proposes, another approves, and only then money moves.

import { findAccount } from '#areas/accounts/server/index.ts';
import { adjustment as adjustmentJournal } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import type { LastWrite } from '#kernel/http/mount.ts';
import type { Actor } from '#kernel/ports.ts';
import { isCurrency } from '#lib/currencies.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type Amount, isPositive, parseAmount, toAmount, toDecimalText } from '#lib/money.ts';
import { isUuid } from '#lib/uuid.ts';
import {
  type AdjustmentWire,
  adjustmentDecided,
  adjustmentPending,
  type ProposeAdjustmentBody,
  secondPersonNeeded,
} from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { mailAdjustment } from '../emails/adjustment-mail.ts';
import { findPayment, type PaymentRow } from '../payments/payment-store.ts';
import { readRefundAmount, requestRefund, submitRefund } from '../refunds/refund-payment.ts';
import { completeManually, leftToCredit } from '../settlement/complete-payment.ts';
import * as adjustmentStore from './adjustment-store.ts';
import { executeCredit } from './charge-credits.ts';
import { decideMissedPeriod } from './missed-periods.ts';
import { serializeAdjustment } from './serialize-adjustment.ts';
import { type ChangeContext, storeProposal } from './store-proposal.ts';
import { assertAvailable, assertWithinCeiling, throwInsufficientBalance } from './wallet-limits.ts';

type Proposal = { accountId: number; paymentId: string | null; amount: Amount };

/** Checks the proposal now; the approval checks again. */
export async function proposeAdjustment(
  payments: Payments,
  tx: Tx,
  by: ChangeContext,
  body: ProposeAdjustmentBody,
): Promise<AdjustmentWire> {
  const { accountId, paymentId, amount } = await readProposal(payments, tx, body);
  const proposed = await storeProposal(payments, tx, by, {
    kind: body.kind,
    account_id: accountId,
    payment_id: paymentId,
    direction: body.kind === 'adjustment' ? body.direction : null,
    amount,
    reason: body.reason,
  });
  if (!proposed) throw apiError(adjustmentPending);
  return proposed;
}

async function readProposal(
  payments: Payments,
  db: Db,
  body: ProposeAdjustmentBody,
): Promise<Proposal> {
  if (body.kind === 'adjustment') {
    if (!(await findAccount(db, body.user))) throw new InvalidInput({ user: ['Unknown user.'] });
    const amount = readAmount(body);
    assertWithinCeiling(payments.kernel.config, amount);
    if (body.direction === 'debit') await assertAvailable(payments, db, body.user, amount);
    return { accountId: body.user, paymentId: null, amount };
  }
  const payment = await findPayment(db, body.payment);
  if (!payment) throw new InvalidInput({ payment: ['Unknown payment.'] });
  return {
    accountId: payment.account_id,
    paymentId: payment.id,
    amount: await amountAbout(payments, db, payment, body),
  };
}

async function amountAbout(
  payments: Payments,
  db: Db,
  payment: PaymentRow,
  body: Exclude<ProposeAdjustmentBody, { kind: 'adjustment' }>,
): Promise<Amount> {
  if (body.kind === 'complete') return leftToCredit(payment);
  const amount = await readRefundAmount(payments, db, payment, body.amount);
  await assertAvailable(payments, db, payment.account_id, amount);
  return amount;
}

function readAmount({ amount: text, currency }: { amount: string; currency: string }): Amount {
  if (!isCurrency(currency))
    throw new InvalidInput({ currency: [`"${currency}" is not a valid choice.`] });
  const amount = parseAmount(text, currency);
  if (!amount || !isPositive(amount))
    throw new InvalidInput({ amount: ['A valid number is required.'] });
  return amount;
}

export type Approval = { adjustment: AdjustmentWire; reversalId: string | undefined };

/** Approval and ledger entry are one unit; a refund is submitted to the provider afterwards. */
export async function approveAdjustment(
  payments: Payments,
  { actor, audit }: ChangeContext,
  id: string,
  note: string,
  write: LastWrite<Approval>,
): Promise<AdjustmentWire> {
  const { adjustment, reversalId } = await write(async (tx) => {
    const proposed = await lockProposed(tx, id);
    // Neither the proposer nor the owner of the wallet.
    if ([proposed.proposed_by, proposed.account_id].includes(actor.accountId))
      throw apiError(secondPersonNeeded);
    const done = await executeAdjustment(payments, tx, actor, proposed);
    const decided = await decide(payments, tx, proposed, {
      status: 'approved',
      decided_by: actor.accountId,
      decision_note: note,
      journal_id: done.journalId,
    });
    await recordDecision(audit, tx, decided);
    const adjustment = await serializeAdjustment(payments, tx, decided);
    return { adjustment, reversalId: done.reversalId };
  });
  if (reversalId) await submitRefund(payments, reversalId);
  return adjustment;
}

/** Without a journal: billing has charged or waived a missed period. */
type ExecutionResult = { journalId: string | null; reversalId?: string };

async function executeAdjustment(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  row: adjustmentStore.AdjustmentRow,
): Promise<ExecutionResult> {
  const approvedBy = actor.accountId;
  if (row.kind === 'refund') {
    const amount = toDecimalText(toAmount(row.amount, row.currency));
    const by = { requestedBy: row.proposed_by, approvedBy };
    return requestRefund(payments, tx, row.payment_id!, { amount, reason: row.reason }, by);
  }
  if (row.kind === 'complete')
    return completeManually(payments, tx, row.payment_id!, {
      name: `adjustment:${row.id}`,
      actor: `staff:${approvedBy}`,
      note: row.reason,
    });
  if (row.kind === 'credit') return executeCredit(payments, tx, row, approvedBy);
  if (row.kind !== 'adjustment') {
    await decideMissedPeriod(payments, tx, row, approvedBy);
    return { journalId: null };
  }
  const amount = toAmount(row.amount, row.currency);
  assertWithinCeiling(payments.kernel.config, amount);
  await mailAdjustment(payments, tx, row);
  return payments.ledger
    .post(
      tx,
      adjustmentJournal({
        accountId: row.account_id,
        amount,
        direction: row.direction!,
        idempotencyKey: `adjustment:${row.id}`,
        description: 'Adjustment',
        actor: `staff:${approvedBy}`,
        metadata: { adjustment: row.id, proposed_by: row.proposed_by },
      }),
    )
    .catch(throwInsufficientBalance);
}

export async function rejectAdjustment(
  payments: Payments,
  tx: Tx,
  { actor, audit }: ChangeContext,
  id: string,
  note: string,
): Promise<AdjustmentWire> {
  const row = await decide(payments, tx, await lockProposed(tx, id), {
    status: 'rejected',
    decided_by: actor.accountId,
    decision_note: note,
  });
  await recordDecision(audit, tx, row);
  return serializeAdjustment(payments, tx, row);
}

async function lockProposed(tx: Tx, id: string): Promise<adjustmentStore.AdjustmentRow> {
  const row = isUuid(id) ? await adjustmentStore.lockAdjustment(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  if (row.status !== 'proposed') throw apiError(adjustmentDecided, { current_status: row.status });
  return row;
}

const decide = (
  { kernel }: Payments,
  tx: Tx,
  { id }: adjustmentStore.AdjustmentRow,
  values: Parameters<typeof adjustmentStore.updateAdjustment>[2],
) => adjustmentStore.updateAdjustment(tx, id, { ...values, decided_at: kernel.clock.now() });

const recordDecision = (
  audit: Audit,
  tx: Tx,
  { id, status, journal_id }: adjustmentStore.AdjustmentRow,
) =>
  audit.record(tx, {
    type: 'adjustment',
    id,
    before: { status: 'proposed' },
    after: { status, journal: journal_id },
  });

export async function readAdjustment(
  payments: Payments,
  db: Db,
  id: string,
): Promise<AdjustmentWire> {
  const row = isUuid(id) ? await adjustmentStore.findAdjustment(db, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return serializeAdjustment(payments, db, row);
}
