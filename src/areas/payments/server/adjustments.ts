// Changes to money by hand: one person proposes, another one approves, and only then money moves.
import { findAccount, findPeople } from '#areas/accounts/server/index.ts';
import { adjustment as adjustmentJournal } from '#areas/ledger/server/index.ts';
import { isCurrency } from '#lib/currencies.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { type Amount, amountOf, formatAmount, isPositive, parseAmount } from '#lib/money.ts';
import type { Db, Tx } from '#server/database/database.ts';
import type { Audit } from '#server/http/audit.ts';
import { fail, InvalidInput } from '#server/http/errors.ts';
import { newId } from '#server/ids.ts';
import type { Actor } from '#server/ports.ts';
import {
  type AdjustmentWire,
  adjustmentDecided,
  adjustmentPending,
  type ProposeAdjustmentBody,
  refundNotSupported,
  secondPersonNeeded,
} from '../contract.ts';
import * as store from './adjustment-store.ts';
import { completeByHand, leftToCredit } from './complete-payment.ts';
import { findPayment, type PaymentRow } from './payment-store.ts';
import type { Payments } from './payments.ts';
import { ProviderRefused, ProviderUnavailable } from './providers/provider.ts';
import { finishRefund, readRefund, refuseTooPoor, requestRefund } from './refund-payment.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Who acts, and the line of the audit log that tells it. */
type By = { actor: Actor; audit: Audit };

type Proposal = { accountId: number; paymentId: string | null; amount: Amount };

/** What can't be done now is refused now; approving asks once more. */
export async function proposeAdjustment(
  payments: Payments,
  { actor, audit }: By,
  body: ProposeAdjustmentBody,
): Promise<AdjustmentWire> {
  const { database, clock } = payments.kernel;
  const { accountId, paymentId, amount } = await readProposal(payments, body);
  const now = clock.now();
  const row = await store.insertAdjustment(database.write, {
    id: newId(now),
    kind: body.kind,
    account_id: accountId,
    payment_id: paymentId,
    direction: body.kind === 'adjustment' ? body.direction : null,
    amount: formatAmount(amount),
    currency: amount.currency,
    reason: body.reason,
    proposed_by: actor.accountId,
    created_at: now,
  });
  if (!row) throw fail(adjustmentPending);
  const shown = await showAdjustment(payments, database.write, row);
  await audit.note(database.write, { type: 'adjustment', id: row.id, after: shown });
  return shown;
}

async function readProposal(payments: Payments, body: ProposeAdjustmentBody): Promise<Proposal> {
  const db = payments.kernel.database.write;
  if (body.kind === 'adjustment') {
    if (!(await findAccount(db, body.user))) throw new InvalidInput({ user: ['Unknown user.'] });
    return { accountId: body.user, paymentId: null, amount: readAmount(body) };
  }
  const payment = await findPayment(db, body.payment);
  if (!payment) throw new InvalidInput({ payment: ['Unknown payment.'] });
  return {
    accountId: payment.account_id,
    paymentId: payment.id,
    amount: await amountAbout(payments, payment, body),
  };
}

async function amountAbout(
  { kernel, providers }: Payments,
  payment: PaymentRow,
  body: Exclude<ProposeAdjustmentBody, { kind: 'adjustment' }>,
): Promise<Amount> {
  if (body.kind === 'complete') return leftToCredit(payment);
  if (!providers.find(payment.provider)?.canRefund) throw fail(refundNotSupported);
  return readRefund(kernel.database.write, payment, body.amount);
}

function readAmount({ amount: text, currency }: { amount: string; currency: string }): Amount {
  if (!isCurrency(currency))
    throw new InvalidInput({ currency: [`"${currency}" is not a valid choice.`] });
  const amount = parseAmount(text, currency);
  if (!amount || !isPositive(amount))
    throw new InvalidInput({ amount: ['A valid number is required.'] });
  return amount;
}

/** The approval and what it does to the wallet are one transaction; a refund is then sent on. */
export async function approveAdjustment(
  payments: Payments,
  { actor, audit }: By,
  id: string,
  note: string,
): Promise<AdjustmentWire> {
  const { kernel } = payments;
  const { row, returnId } = await kernel.database.transaction(async (tx) => {
    const proposed = await lockProposed(tx, id);
    // Neither who proposed it nor whose wallet it is.
    if ([proposed.proposed_by, proposed.account_id].includes(actor.accountId))
      throw fail(secondPersonNeeded);
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
  return showAdjustment(payments, kernel.database.write, row);
}

type Done = { journalId: string; returnId?: string };

function carryOut(
  payments: Payments,
  tx: Tx,
  actor: Actor,
  row: store.AdjustmentRow,
): Promise<Done> {
  const approvedBy = actor.accountId;
  if (row.kind === 'refund') {
    const amount = formatAmount(amountOf(row.amount, row.currency));
    const by = { requestedBy: row.proposed_by, approvedBy };
    return requestRefund(payments, tx, row.payment_id!, { amount, reason: row.reason }, by);
  }
  if (row.kind === 'complete')
    return completeByHand(payments, tx, row.payment_id!, {
      name: `adjustment:${row.id}`,
      actor: `staff:${approvedBy}`,
      note: row.reason,
    });
  return payments.ledger
    .post(
      tx,
      adjustmentJournal({
        accountId: row.account_id,
        amount: amountOf(row.amount, row.currency),
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

export function rejectAdjustment(
  payments: Payments,
  { actor, audit }: By,
  id: string,
  note: string,
): Promise<AdjustmentWire> {
  return payments.kernel.database.transaction(async (tx) => {
    const row = await decide(payments, tx, await lockProposed(tx, id), {
      status: 'rejected',
      decided_by: actor.accountId,
      decision_note: note,
    });
    await noteDecision(audit, tx, row);
    return showAdjustment(payments, tx, row);
  });
}

async function lockProposed(tx: Tx, id: string): Promise<store.AdjustmentRow> {
  const row = uuid.test(id) ? await store.lockAdjustment(tx, id) : undefined;
  if (!row) throw fail(commonErrors.notFound);
  if (row.status !== 'proposed') throw fail(adjustmentDecided, { current_status: row.status });
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

export async function readAdjustment(payments: Payments, id: string): Promise<AdjustmentWire> {
  const db = payments.kernel.database.write;
  const row = uuid.test(id) ? await store.findAdjustment(db, id) : undefined;
  if (!row) throw fail(commonErrors.notFound);
  return showAdjustment(payments, db, row);
}

async function showAdjustment(
  { kernel }: Payments,
  db: Db,
  row: store.AdjustmentRow,
): Promise<AdjustmentWire> {
  const [shown] = await showAdjustments(kernel, db, [row]);
  return shown!;
}

/** Reads everybody who is named in one query. */
export async function showAdjustments(
  { config }: Payments['kernel'],
  db: Db,
  rows: readonly store.AdjustmentRow[],
): Promise<AdjustmentWire[]> {
  const named = rows.flatMap((row) =>
    [row.account_id, row.proposed_by, row.decided_by ?? []].flat(),
  );
  const people = await findPeople(db, config, named);
  const person = (id: number) => ({ id, email: people.get(id)?.email ?? '' });
  return rows.map((row) => ({
    uuid: row.id,
    kind: row.kind,
    status: row.status,
    user: person(row.account_id),
    payment: row.payment_id,
    direction: row.direction,
    amount: formatAmount(amountOf(row.amount, row.currency)),
    currency: row.currency,
    reason: row.reason,
    proposed_by: person(row.proposed_by),
    decided_by: row.decided_by === null ? null : person(row.decided_by),
    decision_note: row.decision_note,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  }));
}
