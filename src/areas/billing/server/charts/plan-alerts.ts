// What an account should know about its plan now.
import { formatAmount } from '#lib/format-money.ts';
import { amountOf } from '#lib/money.ts';
import type { AlertWire } from '../../overview-contract.ts';
import { addMoneyPath, balanceWarningDays } from '../../plan-money.ts';
import { type WaitingState, waitingStateOf } from '../../waiting-payment.ts';
import type { PlanBlock } from './overview-blocks.ts';

type Plan = NonNullable<PlanBlock>;

const dayMs = 86_400_000;
const longDay = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });
const formatDay = (time: string): string => longDay.format(new Date(time));
const formatMoney = (text: string, currency: string): string =>
  formatAmount(amountOf(text, currency));

const toPlan = '/dashboard/plan';

export function alertsOfPlan(plan: PlanBlock, now: Date): AlertWire[] {
  if (!plan) return [];
  const { name } = plan.tariff;
  if (plan.status === 'suspended')
    return [
      {
        level: 'error',
        code: 'plan_suspended',
        message: `Your ${name} plan is suspended, and calls are refused. Write to support.`,
        action_url: toPlan,
      },
    ];
  if (plan.past_due)
    return [
      {
        level: 'error',
        code: 'plan_past_due',
        message: `Your balance did not cover the ${name} plan. It ends on ${formatDay(plan.past_due.ends_at)} unless you add money.`,
        action_url: toPlan,
      },
    ];
  return [...alertsOfWaiting(plan), ...alertsOfEnd(plan), ...alertsOfNextCharge(plan, now)];
}

const alertsOfEnd = ({ cancel_at_period_end, status, tariff, current_period_end }: Plan) =>
  cancel_at_period_end && status !== 'pending'
    ? [
        {
          level: 'info' as const,
          code: 'plan_ending',
          message: `Your ${tariff.name} plan ends on ${formatDay(current_period_end)}.`,
          action_url: toPlan,
        },
      ]
    : [];

/** A start or a change that waits for its payment. */
function alertsOfWaiting({ payment, pending_change, tariff, status }: Plan): AlertWire[] {
  if (!payment) return [];
  const what =
    status === 'pending'
      ? `Your ${tariff.name} plan`
      : `Your change to ${pending_change?.tariff.name ?? tariff.name}`;
  const until =
    status === 'pending'
      ? 'Until then your account has the limits of the free plan.'
      : `Until then you keep ${tariff.name}.`;
  const toPayment = `/dashboard/payments/${payment.uuid}`;
  const alerts: Record<WaitingState, AlertWire> = {
    open: {
      level: 'warning',
      code: 'plan_unpaid',
      message: `${what} waits for your payment of ${formatMoney(payment.amount, payment.currency)}. ${until}`,
      action_url: toPayment,
    },
    coming: {
      level: 'info',
      code: 'plan_payment_coming',
      message: `${what} begins as soon as your payment is confirmed. ${until}`,
      action_url: toPayment,
    },
    in_wallet: {
      level: 'warning',
      code: 'plan_money_in_wallet',
      message: `${what} has not begun: the money of its payment is in your wallet and does not cover it. Choose the plan again.`,
      action_url: toPlan,
    },
    ended: {
      level: 'warning',
      code: 'plan_payment_ended',
      message: `${what} has not begun: its payment has ended without the money. Choose the plan again.`,
      action_url: toPlan,
    },
  };
  return [alerts[waitingStateOf(payment)]];
}

/** Said as soon as it is so, and as a warning when the mails about it go out. */
function alertsOfNextCharge({ next_charge, tariff, status, currency }: Plan, now: Date) {
  if (!next_charge || Number(next_charge.missing) === 0) return [];
  const { at, tariff: next, amount, available, missing } = next_charge;
  const daysLeft = (Date.parse(at) - now.getTime()) / dayMs;
  const [amountText, availableText, missingText] = [amount, available, missing].map((text) =>
    formatMoney(text, currency),
  );
  const renewal =
    status === 'trialing' ? `Your ${tariff.name} trial ends` : `${tariff.name} renews`;
  const what = next.id === tariff.id ? renewal : `${next.name} begins`;
  const alert: AlertWire = {
    level: daysLeft <= balanceWarningDays[0] ? 'warning' : 'info',
    code: 'renewal_short',
    message: `${what} on ${formatDay(at)} for ${amountText} from your balance, which is ${availableText}: ${missingText} is missing.`,
    action_url: addMoneyPath(missing),
  };
  return [alert];
}
