// What a plan lacks money for: each with the amount, and a way to add it.
import { Link } from 'react-router';
import { Banner } from '#ui/Banner.tsx';
import { ButtonLink } from '#ui/Button.tsx';
import type { SubscriptionWire } from '../../contract.ts';
import { sayDay, sayMoney } from './plan-words.ts';

type NoticeProps = { plan: SubscriptionWire };

export const addMoneyPath = (amount: string): string =>
  `/dashboard/wallet/add?amount=${Number(amount) < 1 ? '1.00' : amount}`;

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

const lastDays = 7;

/** Said from the day on which the balance does not suffice, and louder in the last week. */
export function ShortBalance({ plan }: NoticeProps) {
  const { next_charge: charge, currency, tariff, status, days_remaining } = plan;
  if (!charge || Number(charge.missing) === 0) return null;
  const day = sayDay(charge.at);
  const amount = sayMoney(charge.amount, currency);
  const available = sayMoney(charge.available, currency);
  return (
    <Banner
      tone={days_remaining <= lastDays ? 'warning' : 'info'}
      title={`${sayMoney(charge.missing, currency)} is missing for ${tariff.name} on ${day}`}
      action={
        <ButtonLink asChild variant="primary" size="small">
          <Link to={addMoneyPath(charge.missing)}>Add money</Link>
        </ButtonLink>
      }
    >
      {status === 'trialing'
        ? `Your trial ends that day, and ${amount} for the first period is taken from your balance, which is ${available}. Without the money your account has the free plan from then on.`
        : `It renews that day for ${amount} from your balance, which is ${available}. Without the money it is past due, and ends a week later.`}
    </Banner>
  );
}
