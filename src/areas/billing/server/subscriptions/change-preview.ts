import type { Db } from '#kernel/database/database.ts';
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
import type { ChangePreviewWire } from '../../subscription-contract.ts';
import { type Decision, holdsAtOnce } from './decide-change.ts';
import { owedThisMonth } from './note-overage.ts';
import type { SubscriptionRow } from './subscription-store.ts';
import type { Subscriptions } from './subscriptions.ts';
import type { TariffRow } from './tariff-store.ts';
import { toMention } from './tariff-wire.ts';

/** What a decision would cost the account, line by line, and whether its balance covers it. */
export async function showPreview(
  { ledger, kernel }: Subscriptions,
  db: Db,
  accountId: number,
  decision: Decision,
  from?: { row: SubscriptionRow; held: TariffRow },
): Promise<ChangePreviewWire> {
  const { tariff, billingPeriod, price, charge, period, kind } = decision;
  const { currency } = price;
  const wallets = await ledger.balances(db, accountId);
  const available = wallets.find((one) => one.currency === currency)?.available ?? zero(currency);
  const missing = subtractAmounts(charge, available);
  const isNow = holdsAtOnce(decision) || kind === 'renewal';
  const overage =
    from && holdsAtOnce(decision) ? await owedThisMonth({ kernel }, db, from.row) : null;
  return {
    kind: kind === 'renewal' ? (isZero(charge) ? 'downgrade' : 'start') : kind,
    tariff: toMention(tariff),
    billing_period: billingPeriod,
    price: toDecimalText(price),
    currency,
    charge_now: toDecimalText(charge),
    lines: isZero(charge) ? [] : linesOf(decision, from?.held).map(toLine),
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

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeZone: 'UTC' });

/** They sum to the charge, to the cent. */
function linesOf(
  { tariff, charge, credit, period }: Decision,
  held: TariffRow | undefined,
): Line[] {
  const lines = [
    {
      label: `${tariff.name}, ${day.formatRange(period.start, period.end)}`,
      amount: addAmounts(charge, credit),
    },
  ];
  if (isPositive(credit) && held)
    lines.push({ label: `Paid already for ${held.name}, unused`, amount: negate(credit) });
  return lines;
}
