// A missed period is proposed and approved as an adjustment of payments, which ends here.
import { proposeForMissedPeriod, throwInsufficientBalance } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import type { Audit } from '#kernel/http/audit/audit.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Actor } from '#kernel/ports.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { formatUtcPeriod } from '#lib/format.ts';
import { toAmount, zero } from '#lib/money.ts';
import { isUuid } from '#lib/uuid.ts';
import type { MissedPeriodAction } from '../../wire/missed-periods.constants.ts';
import { missedPeriodDecided, missedPeriodPending } from '../../wire/missed-periods.ts';
import { chargePeriod } from '../renewals/charge-period.ts';
import { sendMissedPeriodMail } from '../subscriptions/emails/plan-mails.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { findTariffById } from '../tariffs/tariff-store.ts';
import * as missedPeriodStore from './missed-period-store.ts';

type Proposal = { id: string; action: MissedPeriodAction; reason: string };

/** Throws not_found, invalid_state, adjustment_pending, and insufficient_balance for a charge. */
export async function proposeMissedPeriod(
  { payments }: Subscriptions,
  tx: Tx,
  by: { actor: Actor; audit: Audit },
  { id, action, reason }: Proposal,
): Promise<string> {
  const row = isUuid(id) ? await missedPeriodStore.lockMissedPeriod(tx, id) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  if (row.status !== 'open') throw apiError(missedPeriodDecided, { current_status: row.status });
  const { name } = await findTariffById(tx, row.tariff_id);
  const proposal = await proposeForMissedPeriod(payments, tx, by, {
    kind: action === 'charge' ? 'charge_period' : 'waive_period',
    missedPeriodId: row.id,
    accountId: row.account_id,
    amount: toAmount(row.amount, row.currency),
    description: `${name} plan, ${formatUtcPeriod(row.period_start, row.period_end)}`,
    reason,
  });
  if (proposal === 'pending') throw apiError(missedPeriodPending);
  return proposal.uuid;
}

type Decision = {
  missedPeriodId: string;
  kind: 'charge_period' | 'waive_period';
  adjustmentId: string;
  approvedBy: number;
};

/** In the transaction of the approval, so it is decided once. Throws insufficient_balance. */
export const settleMissedPeriod =
  (deps: Subscriptions) =>
  async (tx: Tx, { missedPeriodId, kind, adjustmentId, approvedBy }: Decision): Promise<void> => {
    const row = (await missedPeriodStore.lockMissedPeriod(tx, missedPeriodId))!;
    if (kind === 'charge_period') await charge(deps, tx, row, `staff:${approvedBy}`);
    await missedPeriodStore.updateMissedPeriod(tx, row.id, {
      status: kind === 'charge_period' ? 'charged' : 'waived',
      adjustment_id: adjustmentId,
      decided_at: deps.kernel.clock.now(),
    });
  };

async function charge(
  deps: Subscriptions,
  tx: Tx,
  row: missedPeriodStore.MissedPeriodRow,
  actor: string,
): Promise<void> {
  const tariff = await findTariffById(tx, row.tariff_id);
  const amount = toAmount(row.amount, row.currency);
  const period = { start: row.period_start, end: row.period_end };
  const subscription = { id: row.subscription_id, account_id: row.account_id };
  const result = await chargePeriod(deps, tx, subscription, {
    kind: 'renewal',
    tariff,
    amount,
    credit: zero(row.currency),
    period,
    actor,
  });
  if (result !== 'paid') throwInsufficientBalance(result);
  await sendMissedPeriodMail(deps, tx, row.account_id, { tariff, amount, period });
}
