// Notices about missing money, each with the amount and a link to add it.

import { Link } from 'react-router';
import { formatDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import type { SubscriptionWire } from '../../wire/index.ts';
import {
  addMoneyPath,
  balanceWarningDays,
  graceDays,
  paymentMethodsPath,
} from '../../wire/subscriptions.constants.ts';

type NoticeProps = { plan: SubscriptionWire };

export function PastDue({
  plan,
  due,
}: NoticeProps & { due: NonNullable<SubscriptionWire['past_due']> }) {
  const amount = formatMoney(due.amount, plan.currency);
  return (
    <Banner
      tone="warning"
      title={`${amount} is due for your ${plan.tariff.name} plan`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(due.amount)}>Add money</Link>
        </ButtonLink>
      }
    >
      The new period is not paid. Everything keeps working until {formatDate(due.ends_at)}. Add
      money or <Link to={paymentMethodsPath}>save a card</Link>, and the plan renews immediately.
    </Banner>
  );
}

/** Also shown on the usage screen. */
export const OverageDue = ({ plan: { overage_due: due } }: NoticeProps) =>
  due && (
    <Banner
      tone="error"
      title={`${formatMoney(due.amount, due.currency)} is due for usage over your quota`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(due.amount)}>Add money</Link>
        </ButtonLink>
      }
    >
      Your balance did not cover it. Until it is paid, calls over your quota are refused. Add money,
      and it is paid immediately.
    </Banner>
  );

/** Shown as soon as the balance is too low, as a warning from the first warning e-mail on. */
export function ShortBalance({ plan }: NoticeProps) {
  const { next_charge: charge, currency, tariff, status, days_remaining } = plan;
  if (!charge || Number(charge.missing) === 0) return null;
  const day = formatDate(charge.at);
  const verb = charge.tariff.id === tariff.id ? 'renews' : 'starts';
  const amount = formatMoney(charge.amount, currency);
  const available = formatMoney(charge.available, currency);
  const usage =
    Number(charge.overage) > 0
      ? ` Usage over your quota has cost ${formatMoney(charge.overage, currency)} this month so far.`
      : '';
  return (
    <Banner
      tone={days_remaining <= balanceWarningDays[0] ? 'warning' : 'info'}
      title={`${formatMoney(charge.missing, currency)} is missing for ${charge.tariff.name} on ${day}`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(charge.missing)}>Add money</Link>
        </ButtonLink>
      }
    >
      {status === 'trialing'
        ? `Your trial ends that day, and ${amount} for the first period is taken from your balance, which is ${available}. Without the money your account switches to the free plan.${usage}`
        : `It ${verb} that day for ${amount} from your balance, which is ${available}. Without the money your ${tariff.name} plan becomes past due, and ends ${graceDays} days later.${usage}`}
    </Banner>
  );
}
