// Charges recorded overage to the wallet, oldest first. If the balance is too low, one e-mail is
// sent; the charge is retried hourly and with every completed payment.

import { charge, InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { formatCount, formatUtcPeriod } from '#lib/format.ts';
import { toAmount } from '#lib/money.ts';
import { charged } from '../subscriptions/charged.ts';
import { sendOverageMail } from '../subscriptions/emails/plan-mails.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import { lockOwed, type OverageRow, updateOverage } from './overage-store.ts';

export async function payOverage(
  deps: Subscriptions,
  tx: Tx,
  accountId: number,
  actor: string,
): Promise<void> {
  const now = deps.kernel.clock.now();
  for (const one of await lockOwed(tx, accountId)) {
    const result = await chargeOne(deps, tx, one, actor);
    if (!(result instanceof InsufficientBalance)) {
      await updateOverage(tx, one.id, { paid_at: now, journal_id: result });
      await deps.kernel.events.publish(tx, charged, { journalId: result });
      continue;
    }
    if (one.notified_at) return;
    await updateOverage(tx, one.id, { notified_at: now });
    return sendOverageMail(deps, tx, one, result);
  }
}

/** The id of the journal, or the shortfall; that leaves the transaction usable. */
async function chargeOne(
  { ledger }: Subscriptions,
  tx: Tx,
  { id, account_id, subscription_id, month_start, month_end, metric, ...owed }: OverageRow,
  actor: string,
): Promise<string | InsufficientBalance> {
  try {
    const { journalId } = await ledger.post(
      tx,
      charge({
        accountId: account_id,
        amount: toAmount(owed.amount, owed.currency),
        idempotencyKey: `overage:${id}`,
        description: `${formatCount(Number(owed.units))} over the quota, ${formatUtcPeriod(month_start, month_end)}`,
        actor,
        subscriptionId: subscription_id,
        metadata: {
          kind: 'overage',
          metric,
          units: Number(owed.units),
          price: owed.price,
          period: [month_start.toISOString(), month_end.toISOString()],
        },
      }),
    );
    return journalId;
  } catch (error) {
    if (error instanceof InsufficientBalance) return error;
    throw error;
  }
}
