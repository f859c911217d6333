// Proposed and approved like an adjustment; billing, which has the period, carries it out.
import type { Db, Tx } from '#kernel/database/database.ts';
import { defineEvent } from '#kernel/events/events.ts';
import type { Amount } from '#lib/money.ts';
import type { AdjustmentWire } from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { type AdjustmentRow, listProposalsOfMissed } from './adjustment-store.ts';
import { serializeAdjustments } from './serialize-adjustment.ts';
import { type ChangeContext, storeProposal } from './store-proposal.ts';
import { assertAvailable } from './wallet-limits.ts';

/** Published in the transaction of the approval. Handlers may throw insufficient_balance. */
export const missedPeriodDecided = defineEvent<{
  missedPeriodId: string;
  kind: 'charge_period' | 'waive_period';
  adjustmentId: string;
  approvedBy: number;
}>('payments.missed_period_decided');

type MissedPeriodProposal = {
  kind: 'charge_period' | 'waive_period';
  missedPeriodId: string;
  accountId: number;
  amount: Amount;
  /** The plan and the days. */
  description: string;
  reason: string;
};

/** `pending`: another proposal is open. Throws insufficient_balance for a charge. */
export async function proposeForMissedPeriod(
  payments: Payments,
  tx: Tx,
  by: ChangeContext,
  { kind, missedPeriodId, accountId, amount, description, reason }: MissedPeriodProposal,
): Promise<AdjustmentWire | 'pending'> {
  if (kind === 'charge_period') await assertAvailable(payments, tx, accountId, amount);
  const proposed = await storeProposal(payments, tx, by, {
    kind,
    missed_period_id: missedPeriodId,
    account_id: accountId,
    amount,
    description,
    reason,
  });
  return proposed ?? 'pending';
}

export const decideMissedPeriod = (
  { kernel }: Payments,
  tx: Tx,
  { id, missed_period_id, kind }: AdjustmentRow,
  approvedBy: number,
): Promise<void> =>
  kernel.events.publish(tx, missedPeriodDecided, {
    missedPeriodId: missed_period_id!,
    kind: kind as 'charge_period' | 'waive_period',
    adjustmentId: id,
    approvedBy,
  });

/** The proposals that wait for a decision, by missed period. */
export async function readMissedPeriodProposals(
  payments: Payments,
  db: Db,
  missedPeriodIds: readonly string[],
): Promise<Map<string, AdjustmentWire>> {
  const rows = await listProposalsOfMissed(db, missedPeriodIds);
  const proposals = await serializeAdjustments(payments, db, rows);
  return new Map(proposals.map((one) => [one.missed_period!, one]));
}
