// What a plan lacks money for: each with the amount, and a way to add it.
import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import type { SubscriptionWire } from '../../contract.ts';
import { addMoneyPath, balanceWarningDays, graceDays } from '../../plan-money.ts';
import { sayDay, sayMoney } from './plan-words.ts';

type NoticeProps = { plan: SubscriptionWire };

export function PastDue({
  plan,
  due,
}: NoticeProps & { due: NonNullable<SubscriptionWire['past_due']> }) {
  const amount = sayMoney(due.amount, plan.currency);
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
      Your balance did not cover the new period. Everything works until {sayDay(due.ends_at)}. Add
      money, and the plan is renewed at once.
    </Banner>
  );
}

/** Also beside the usage, where the wall is met. */
export const OverageDue = ({ plan: { overage_due: due } }: NoticeProps) =>
  due && (
    <Banner
      tone="error"
      title={`${sayMoney(due.amount, due.currency)} is due for use past your quota`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(due.amount)}>Add money</Link>
        </ButtonLink>
      }
    >
      Your balance did not cover it. Until it is paid, calls past your quota are refused. Add money,
      and it is paid at once.
    </Banner>
  );

/** Said as soon as the balance does not suffice, and louder once the mails about it go out. */
export function ShortBalance({ plan }: NoticeProps) {
  const { next_charge: charge, currency, tariff, status, days_remaining } = plan;
  if (!charge || Number(charge.missing) === 0) return null;
  const day = sayDay(charge.at);
  const verb = charge.tariff.id === tariff.id ? 'renews' : 'begins';
  const amount = sayMoney(charge.amount, currency);
  const available = sayMoney(charge.available, currency);
  return (
    <Banner
      tone={days_remaining <= balanceWarningDays[0] ? 'warning' : 'info'}
      title={`${sayMoney(charge.missing, currency)} is missing for ${charge.tariff.name} on ${day}`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(charge.missing)}>Add money</Link>
        </ButtonLink>
      }
    >
      {status === 'trialing'
        ? `Your trial ends that day, and ${amount} for the first period is taken from your balance, which is ${available}. Without the money your account has the free plan from then on.`
        : `It ${verb} that day for ${amount} from your balance, which is ${available}. Without the money your ${tariff.name} plan is past due, and ends ${graceDays} days later.`}
    </Banner>
  );
}
