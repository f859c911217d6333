// Credits: what a charge took is returned to the wallet, in whole or part. Proposed and approved like
// an adjustment; invoices make a credit note of each.
import { creditCharge, findRevenue, type RevenueEntry } from '#areas/ledger/server/index.ts';
import type { Db, Tx } from '#kernel/database/database.ts';
import { InvalidInput } from '#kernel/http/errors.ts';
import {
  type Amount,
  compareAmounts,
  isPositive,
  parseAmount,
  subtractAmounts,
  toAmount,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import type { AdjustmentWire } from '../../wire/adjustments.ts';
import type { Payments } from '../context.ts';
import { type AdjustmentRow, sumCredits } from './adjustment-store.ts';
import { type ChangeContext, storeProposal } from './store-proposal.ts';

type Creditable = { charge: RevenueEntry; left: Amount };

/** What of a charge has not been returned yet. Undefined if it is no charge. */
async function readCreditable(db: Db, chargeId: string): Promise<Creditable | undefined> {
  const charge = await findRevenue(db, chargeId);
  if (!charge || !isPositive(charge.amount)) return undefined;
  const { currency } = charge.amount;
  const returned = toAmount(await sumCredits(db, chargeId), currency);
  const left = charge.isReversed ? zero(currency) : subtractAmounts(charge.amount, returned);
  return { charge, left };
}

/** Without an amount, all that is left. Throws InvalidInput for another amount. */
export async function proposeCredit(
  payments: Payments,
  tx: Tx,
  by: ChangeContext,
  { chargeId, amount: text, reason }: { chargeId: string; amount?: string; reason: string },
): Promise<AdjustmentWire | 'nothing_left' | 'pending'> {
  const found = await readCreditable(tx, chargeId);
  if (!found || !isPositive(found.left)) return 'nothing_left';
  const { charge, left } = found;
  const { currency } = left;
  const amount = text === undefined ? left : parseAmount(text, currency);
  if (!amount || !isPositive(amount))
    throw new InvalidInput({ amount: ['A valid number is required.'] });
  if (compareAmounts(amount, left) > 0)
    throw new InvalidInput({ amount: [`At most ${toDecimalText(left)} ${currency} is left.`] });
  const proposed = await storeProposal(payments, tx, by, {
    kind: 'credit',
    account_id: charge.accountId,
    charge_id: chargeId,
    amount,
    reason,
  });
  return proposed ?? 'pending';
}

/** Posts an approved credit. At most one is open per charge, so what is left cannot change here. */
export async function executeCredit(
  { ledger }: Payments,
  tx: Tx,
  { id, account_id, charge_id, reason, proposed_by, ...row }: AdjustmentRow,
  approvedBy: number,
): Promise<{ journalId: string }> {
  const amount = toAmount(row.amount, row.currency);
  const found = await readCreditable(tx, charge_id!);
  if (!found || compareAmounts(amount, found.left) > 0)
    throw new Error('The charge was reversed after this credit was proposed.');
  return ledger.post(
    tx,
    creditCharge({
      accountId: account_id,
      amount,
      idempotencyKey: `adjustment:${id}`,
      description: `Credit: ${found.charge.description}`,
      actor: `staff:${approvedBy}`,
      metadata: { adjustment: id, proposed_by, charge: charge_id, reason },
    }),
  );
}
