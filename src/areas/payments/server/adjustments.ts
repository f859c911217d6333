// Changes to money by hand: one person proposes, another one approves, and only then money moves.
import { findAccount } from '#areas/accounts/server/index.ts';
import { adjustment as adjustmentJournal } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit.ts';
import { apiError, InvalidInput } from '#kernel/http/errors.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { isCurrency } from '#lib/currencies.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type Amount, amountOf, isPositive, parseAmount, toDecimalText } from '#lib/money.ts';
import {
  type AdjustmentWire,
  adjustmentDecided,
  adjustmentPending,
  type ProposeAdjustmentBody,
  secondPersonNeeded,
} from '../contract.ts';
import * as store from './adjustment-store.ts';
import { showAdjustment } from './adjustment-wire.ts';
import { completeByHand, leftToCredit } from './complete-payment.ts';
import { findPayment, type PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';
import { finishRefund, readRefund, requestRefund } from './refund-payment.ts';
import { assertAvailable, assertWithinCeiling, refuseTooPoor } from './wallet-limits.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who acts, and the line of the audit log that tells it. */
type By = { actor: Actor; audit: Audit };

type Proposal = { accountId: number; paymentId: string | null; amount: Amount };

/** What can't be done now is refused now; approving asks once more. */
export async function proposeAdjustment(
  payments: Payments,
  tx: Tx,
  { actor, audit }: By,
  body: ProposeAdjustmentBody,
): Promise<AdjustmentWire> {
  const { accountId, paymentId, amount } = await readProposal(payments, tx, body);
  const now = payments.kernel.clock.now();
  const row = await store.insertAdjustment(tx, {
    id: createId(now),
    kind: body.kind,
    account_id: accountId,
    payment_id: paymentId,
    direction: body.kind === 'adjustment' ? body.direction : null,
    amount: toDecimalText(amount),
    currency: amount.currency,
    reason: body.reason,
    proposed_by: actor.accountId,
    created_at: now,
  });
  if (!row) throw apiError(adjustmentPending);
  const shown = await showAdjustment(payments, tx, row);
  await audit.note(tx, { type: 'adjustment', id: row.id, after: shown });
  return shown;
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
  const amount = await readRefund(payments, db, payment, body.amount);
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

/** The approval and what it does to the wallet are one unit; a refund is then sent on. */
export async function approveAdjustment(
  payments: Payments,
  { actor, audit }: By,
  id: string,
  note: string,
): Promise<AdjustmentWire> {
  const { kernel } = payments;
  const { row, returnId } = await kernel.work.write(async (tx) => {
    const proposed = await lockProposed(tx, id);
    // Neither who proposed it nor whose wallet it is.
    if ([proposed.proposed_by, proposed.account_id].includes(actor.accountId))
      throw apiError(secondPersonNeeded);
    const done = await carryOut(payments, tx, actor, proposed);
    const decided = await decide(payments, tx, proposed, {
      status: 'approved',
      decided_by: actor.accountId,
      decision_note: note,
      journal_id: done.journalId,
    });
    await noteDecision(audit, tx, decided);
    return { row: decided, returnId: done.returnId };
  });
  if (returnId) await sendRefund(payments, returnId);
  return kernel.work.read((db) => showAdjustment(payments, db, row));
}

type Done = { journalId: string; returnId?: string };

async function carryOut(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  row: store.AdjustmentRow,
): Promise<Done> {
  const approvedBy = actor.accountId;
  if (row.kind === 'refund') {
    const amount = toDecimalText(amountOf(row.amount, row.currency));
    const by = { requestedBy: row.proposed_by, approvedBy };
    return requestRefund(payments, tx, row.payment_id!, { amount, reason: row.reason }, by);
  }
  if (row.kind === 'complete')
    return completeByHand(payments, tx, row.payment_id!, {
      name: `adjustment:${row.id}`,
      actor: `staff:${approvedBy}`,
      note: row.reason,
    });
  const amount = amountOf(row.amount, row.currency);
  assertWithinCeiling(payments.kernel.config, amount);
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
    .catch(refuseTooPoor);
}

/** The job asks a provider again that does not answer; a refusal puts the money back. */
async function sendRefund(payments: Payments, returnId: string): Promise<void> {
  try {
    await finishRefund(payments, returnId);
  } catch (err) {
    if (!(err instanceof ProviderUnavailable || err instanceof ProviderRefused)) throw err;
    payments.kernel.log.warn({ refund: returnId, err }, 'a provider did not take a refund');
  }
}

export async function rejectAdjustment(
  payments: Payments,
  tx: Tx,
  { actor, audit }: By,
  id: string,
  note: string,
): Promise<AdjustmentWire> {
  const row = await decide(payments, tx, await lockProposed(tx, id), {
    status: 'rejected',
    decided_by: actor.accountId,
    decision_note: note,
  });
  await noteDecision(audit, tx, row);
  return showAdjustment(payments, tx, row);
}

async function lockProposed(tx: Tx, id: string): Promise<store.AdjustmentRow> {
  const row = uuid.test(id) ? await store.lockAdjustment(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  if (row.status !== 'proposed') throw apiError(adjustmentDecided, { current_status: row.status });
  return row;
}

const decide = (
  { kernel }: Payments,
  tx: Tx,
  { id }: store.AdjustmentRow,
  values: Parameters<typeof store.updateAdjustment>[2],
) => store.updateAdjustment(tx, id, { ...values, decided_at: kernel.clock.now() });

const noteDecision = (audit: Audit, tx: Tx, { id, status, journal_id }: store.AdjustmentRow) =>
  audit.note(tx, {
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
  const row = uuid.test(id) ? await store.findAdjustment(db, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return showAdjustment(payments, db, row);
}
