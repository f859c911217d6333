import type { Db } from '#kernel/database/database.ts';
import { formatUtcDateRange } from '#lib/format.ts';
import {
  type Amount,
  addAmounts,
  isPositive,
  isZero,
  negate,
  subtractAmounts,
  toDecimalText,
  zero,
} from '#lib/money.ts';
import type { ChangePreviewWire } from '../../wire/subscription-changes.ts';
import { readOwedThisMonth } from '../overage/record-overage.ts';
import { serializeTariffMention } from '../tariffs/serialize-tariff.ts';
import type { TariffRow } from '../tariffs/tariff-store.ts';
import { type Decision, takesEffectNow } from './decide-change.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';

/** What a decision would cost, line by line, and whether the balance covers it. */
export async function serializeChangePreview(
  { ledger, kernel }: Subscriptions,
  db: Db,
  accountId: number,
  decision: Decision,
  from?: { row: SubscriptionRow; currentTariff: TariffRow },
): Promise<ChangePreviewWire> {
  const { tariff, billingPeriod, price, charge, period, kind } = decision;
  const { currency } = price;
  const wallets = await ledger.balances(db, accountId);
  const available = wallets.find((one) => one.currency === currency)?.available ?? zero(currency);
  const missing = subtractAmounts(charge, available);
  const isNow = takesEffectNow(decision) || kind === 'renewal';
  const overage =
    from && takesEffectNow(decision) ? await readOwedThisMonth({ kernel }, db, from.row) : null;
  return {
    kind: kind === 'renewal' ? (isZero(charge) ? 'downgrade' : 'start') : kind,
    tariff: serializeTariffMention(tariff),
    billing_period: billingPeriod,
    price: toDecimalText(price),
    currency,
    charge_now: toDecimalText(charge),
    lines: isZero(charge) ? [] : linesOf(decision, from?.currentTariff).map(toLine),
    overage: overage && toDecimalText(overage),
    effective_at: (isNow ? kernel.clock.now() : period.end).toISOString(),
    next_charge: { amount: toDecimalText(price), at: period.end.toISOString() },
    balance: {
      available: toDecimalText(available),
      missing: toDecimalText(isPositive(missing) ? missing : zero(currency)),
    },
  };
}

type Line = { label: string; amount: Amount };
const toLine = ({ label, amount }: Line) => ({ label, amount: toDecimalText(amount) });

/** They add up to the charge exactly. */
function linesOf(
  { tariff, charge, credit, period }: Decision,
  currentTariff: TariffRow | undefined,
): Line[] {
  const lines = [
    {
      label: `${tariff.name}, ${formatUtcDateRange(period.start, period.end)}`,
      amount: addAmounts(charge, credit),
    },
  ];
  if (isPositive(credit) && currentTariff)
    lines.push({ label: `Unused part of ${currentTariff.name}`, amount: negate(credit) });
  return lines;
}
