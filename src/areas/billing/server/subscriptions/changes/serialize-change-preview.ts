import type { Db } from '#kernel/database/database.ts';
import { formatUtcPeriod } from '#lib/format.ts';
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
import type { ChangePreviewWire } from '../../../wire/subscription-changes.ts';
import { serializeTariffMention } from '../../tariffs/serialize-tariff.ts';
import type { TariffRow } from '../../tariffs/tariff-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { type Decision, sumDecision, takesEffectNow } from './decide-change.ts';

/** In one currency; zero without a wallet. */
export async function readSpendable(
  { ledger }: Pick<Subscriptions, 'ledger'>,
  db: Db,
  accountId: number,
  currency: string,
): Promise<Amount> {
  const wallets = await ledger.readAvailable(db, [accountId]);
  return wallets.find(({ amount }) => amount.currency === currency)?.amount ?? zero(currency);
}

/** Nothing is missing for what costs nothing, also if the wallet is in debt. */
export function computeMissing(required: Amount, available: Amount): Amount {
  const missing = subtractAmounts(required, available);
  return isPositive(required) && isPositive(missing) ? missing : zero(required.currency);
}

/** What a decision would cost, line by line, and whether the balance covers it. */
export async function serializeChangePreview(
  deps: Subscriptions,
  db: Db,
  accountId: number,
  decision: Decision,
  currentTariff?: TariffRow,
): Promise<ChangePreviewWire> {
  const { tariff, billingPeriod, price, charge, overage, period, kind } = decision;
  const { currency } = price;
  const total = sumDecision(decision);
  const available = await readSpendable(deps, db, accountId, currency);
  const isNow = takesEffectNow(decision) || kind === 'renewal';
  return {
    kind: kind === 'renewal' ? (isZero(charge) ? 'downgrade' : 'start') : kind,
    tariff: serializeTariffMention(tariff),
    billing_period: billingPeriod,
    price: toDecimalText(price),
    currency,
    charge_now: toDecimalText(total),
    lines: listLines(decision, currentTariff).map(toLine),
    overage: isZero(overage) ? null : toDecimalText(overage),
    effective_at: (isNow ? deps.kernel.clock.now() : period.end).toISOString(),
    next_charge: { amount: toDecimalText(price), at: period.end.toISOString() },
    balance: {
      available: toDecimalText(available),
      missing: toDecimalText(computeMissing(total, available)),
    },
  };
}

type Line = { label: string; amount: Amount };
const toLine = ({ label, amount }: Line) => ({ label, amount: toDecimalText(amount) });

/** They add up to what leaves the wallet exactly. */
function listLines(
  { tariff, charge, credit, overage, period }: Decision,
  currentTariff: TariffRow | undefined,
): Line[] {
  const lines: Line[] = [];
  if (!isZero(charge))
    lines.push({
      label: `${tariff.name}, ${formatUtcPeriod(period.start, period.end)}`,
      amount: addAmounts(charge, credit),
    });
  if (!isZero(charge) && isPositive(credit) && currentTariff)
    lines.push({ label: `Unused part of ${currentTariff.name}`, amount: negate(credit) });
  if (isPositive(overage)) lines.push({ label: 'Usage over your quota', amount: overage });
  return lines;
}
