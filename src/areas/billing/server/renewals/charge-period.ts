import { charge, InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { formatUtcDate, formatUtcPeriod } from '#lib/format.ts';
import { type Amount, isZero, toDecimalText } from '#lib/money.ts';
import type { Period } from '../periods.ts';
import { charged } from '../subscriptions/charged.ts';
import { insertCharge, type SubscriptionRow } from '../subscriptions/subscription-store.ts';
import type { Subscriptions } from '../subscriptions/subscriptions.ts';
import type { TariffRow } from '../tariffs/tariff-store.ts';

export type PeriodCharge = {
  kind: 'start' | 'renewal' | 'upgrade';
  tariff: TariffRow;
  amount: Amount;
  credit: Amount;
  period: Period;
  /** Such as `account:7` or `job:billing.renew`. */
  actor: string;
};

/**
 * Charges the wallet in the caller's transaction. If the balance is too low it returns the
 * shortfall and the transaction stays usable. A period of a plan is charged once: both are the
 * journal's idempotency key. A plan may be changed in the millisecond in which it starts.
 */
export async function chargePeriod(
  { ledger, kernel }: Subscriptions,
  tx: Tx,
  row: Pick<SubscriptionRow, 'id' | 'account_id'>,
  { kind, tariff, amount, credit, period, actor }: PeriodCharge,
): Promise<'paid' | InsufficientBalance> {
  if (isZero(amount)) return 'paid';
  const now = kernel.clock.now();
  const chargedUntil = period.end.toISOString();
  const chargedFrom = (kind === 'upgrade' ? now : period.start).toISOString();
  try {
    const { journalId } = await ledger.post(
      tx,
      charge({
        accountId: row.account_id,
        amount,
        idempotencyKey: `subscription:${row.id}:${kind === 'upgrade' ? 'upgrade' : 'period'}:${chargedFrom}/${chargedUntil}:${tariff.id}`,
        description: describeCharge(kind, tariff, period),
        actor,
        subscriptionId: row.id,
        metadata: {
          kind,
          tariff: tariff.slug,
          credit: toDecimalText(credit),
          period: [chargedFrom, chargedUntil],
        },
      }),
    );
    await insertCharge(tx, {
      id: createId(now),
      subscription_id: row.id,
      account_id: row.account_id,
      tariff_id: tariff.id,
      kind,
      amount: toDecimalText(amount),
      currency: amount.currency,
      credit: toDecimalText(credit),
      period_start: period.start,
      period_end: period.end,
      journal_id: journalId,
      created_at: now,
    });
    await kernel.events.publish(tx, charged, { journalId });
    return 'paid';
  } catch (error) {
    if (error instanceof InsufficientBalance) return error;
    throw error;
  }
}

const describeCharge = (kind: PeriodCharge['kind'], { name }: TariffRow, period: Period): string =>
  kind === 'upgrade'
    ? `Upgrade to ${name} until ${formatUtcDate(period.end)}`
    : `${name} plan, ${formatUtcPeriod(period.start, period.end)}`;
