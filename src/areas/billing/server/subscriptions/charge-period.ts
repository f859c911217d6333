import { charge, InsufficientBalance } from '#areas/ledger/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { createId } from '#kernel/ids.ts';
import { type Amount, isZero, toDecimalText } from '#lib/money.ts';
import type { Period } from '../periods.ts';
import { insertCharge, type SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TariffRow } from './tariff-store.ts';

export type PeriodCharge = {
  kind: 'start' | 'renewal' | 'upgrade';
  tariff: TariffRow;
  amount: Amount;
  credit: Amount;
  period: Period;
  /** `account:7`, `job:billing.renew`. */
  actor: string;
};

/**
 * Takes the amount from the wallet, in the caller's transaction, or says what was missing and
 * leaves that transaction usable. A period is begun once: the journal's key is made of its first
 * moment.
 */
export async function chargePeriod(
  { ledger, kernel }: Subscriptions,
  tx: Tx,
  row: Pick<SubscriptionRow, 'id' | 'account_id'>,
  { kind, tariff, amount, credit, period, actor }: PeriodCharge,
): Promise<'paid' | InsufficientBalance> {
  if (isZero(amount)) return 'paid';
  const now = kernel.clock.now();
  const begun = (kind === 'upgrade' ? now : period.start).toISOString();
  try {
    const { journalId } = await ledger.post(
      tx,
      charge({
        accountId: row.account_id,
        amount,
        idempotencyKey: `subscription:${row.id}:${kind === 'upgrade' ? 'upgrade' : 'period'}:${begun}`,
        description: wordsOf(kind, tariff, period),
        actor,
        subscriptionId: row.id,
        metadata: { kind, tariff: tariff.slug, credit: toDecimalText(credit) },
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
    return 'paid';
  } catch (error) {
    if (error instanceof InsufficientBalance) return error;
    throw error;
  }
}

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

const wordsOf = (kind: PeriodCharge['kind'], { name }: TariffRow, period: Period): string =>
  kind === 'upgrade'
    ? `Upgrade to ${name} until ${day.format(period.end)}`
    : `${name} plan, ${day.formatRange(period.start, period.end)}`;
