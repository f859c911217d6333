// What a spending cap means, in words.
import { formatMoney, formatUnitPrice } from '#lib/format-money.ts';
import type { SpendingWire } from '../../wire/index.ts';

type AtMost = Pick<SpendingWire, 'at_most' | 'fixed_fee' | 'currency'>;

/** The most that this month can cost; null without a cap. */
export const formatAtMost = ({ at_most, currency }: AtMost): string | null =>
  at_most === null ? null : `At most ${formatMoney(at_most, currency)} this month`;

const stateTexts = {
  not_sold: 'Your plan sells no usage over its quota: calls stop at the quota.',
  off: 'Usage over the quota is off: calls stop at the quota, and cost nothing more.',
  unpaid:
    'Usage over the quota waits until the plan is paid: after the trial, or once you have added the money that is due.',
} as const;

/** What happens to calls over the quota. */
export function describeSpending(spending: SpendingWire): string {
  const { state, overage, effective_cap: cap, currency } = spending;
  if (state === 'not_sold' || state === 'off' || state === 'unpaid') return stateTexts[state];
  const price = overage ? `${formatUnitPrice(overage.price, currency)} a ${overage.unit}` : '';
  if (cap === null)
    return `Calls over the quota go on, for ${price}. There is no cap on what that can cost.`;
  if (state === 'open')
    return `Calls over the quota go on, for ${price}, until they have cost ${formatMoney(cap, currency)}.`;
  return spending.cap_currency !== null && spending.cap_currency !== currency
    ? `Your cap is in ${spending.cap_currency} and the plan in ${currency}: set it again to allow usage over the quota.`
    : 'The cap is reached: calls over the quota are refused. Those within it go on.';
}

/** What this month can cost with another cap; null without one. */
export function atMostWith(spending: SpendingWire, isOn: boolean, cap: string): number | null {
  const fee = Number(spending.fixed_fee);
  const spent = Number(spending.spent);
  if (!isOn) return fee + spent;
  const limit = cap.trim() || spending.plan_cap;
  return limit === null ? null : fee + Math.max(Number(limit), spent);
}

/** Whether the change stops overage below what is used already, which is charged now. */
export function isBelowSpent(spending: SpendingWire, isOn: boolean, cap: string): boolean {
  const limit = cap.trim() || spending.plan_cap;
  const spent = Number(spending.spent);
  return spent > 0 && (!isOn || (limit !== null && Number(limit) < spent));
}
