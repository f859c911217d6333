import type { Insertable } from 'kysely';
import type { Tx } from '#kernel/database/database.ts';
import type { Adjustment } from '#kernel/database/schema.d.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { createId } from '#kernel/ids.ts';
import type { Actor } from '#kernel/ports.ts';
import { type Amount, toDecimalText } from '#lib/money.ts';
import type { AdjustmentWire } from '../../wire/adjustments.ts';
import type { AdjustmentKind } from '../../wire/reviews.constants.ts';
import type { Payments } from '../context.ts';
import { insertAdjustment } from './adjustment-store.ts';
import { serializeAdjustment } from './serialize-adjustment.ts';

export type ChangeContext = { actor: Actor; audit: Audit };

type Proposal = Pick<Insertable<Adjustment>, 'account_id' | 'reason'> &
  Partial<
    Pick<
      Insertable<Adjustment>,
      'payment_id' | 'charge_id' | 'missed_period_id' | 'direction' | 'description'
    >
  > & { kind: AdjustmentKind; amount: Amount };

/** With its audit entry. Undefined if another proposal about the same waits for a decision. */
export async function storeProposal(
  payments: Payments,
  tx: Tx,
  { actor, audit }: ChangeContext,
  { amount, ...values }: Proposal,
): Promise<AdjustmentWire | undefined> {
  const now = payments.kernel.clock.now();
  const row = await insertAdjustment(tx, {
    ...values,
    id: createId(now),
    amount: toDecimalText(amount),
    currency: amount.currency,
    proposed_by: actor.accountId,
    created_at: now,
  });
  if (!row) return undefined;
  const adjustment = await serializeAdjustment(payments, tx, row);
  await audit.record(tx, { type: 'adjustment', id: row.id, after: adjustment });
  return adjustment;
}
