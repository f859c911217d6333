// What is owed for use past a quota is taken from the wallet, the oldest first. A balance that is
// too low is told once by mail; it is tried again every hour and with every payment.
import { charge, InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { amountOf } from '#lib/money.ts';
import { sendOverageMail } from './emails/plan-mails.ts';
import { lockOwed, type OverageRow, updateOverage } from './overage-store.ts';
import type { Subscriptions } from './subscriptions.ts';

export async function payOverage(
  deps: Subscriptions,
  tx: Tx,
  accountId: number,
  actor: string,
): Promise<void> {
  const now = deps.kernel.clock.now();
  for (const one of await lockOwed(tx, accountId)) {
    const outcome = await take(deps, tx, one, actor);
    if (!(outcome instanceof InsufficientBalance)) {
      await updateOverage(tx, one.id, { paid_at: now, journal_id: outcome });
      continue;
    }
    if (one.told_at) return;
    await updateOverage(tx, one.id, { told_at: now });
    return sendOverageMail(deps, tx, one, outcome);
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });
const count = new Intl.NumberFormat('en');

/** The id of its journal, or what was missing; that leaves the transaction usable. */
async function take(
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
        amount: amountOf(owed.amount, owed.currency),
        idempotencyKey: `overage:${id}`,
        description: `${count.format(Number(owed.units))} past the quota, ${day.formatRange(month_start, month_end)}`,
        actor,
        subscriptionId: subscription_id,
        metadata: { kind: 'overage', metric, units: Number(owed.units), price: owed.price },
      }),
    );
    return journalId;
  } catch (error) {
    if (error instanceof InsufficientBalance) return error;
    throw error;
  }
}
