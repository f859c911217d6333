// Alerts about the account's plan.
import { dayMs } from '#lib/durations.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import type { AlertWire } from '../../wire/overview.ts';
import {
  type AwaitedPaymentState,
  addMoneyPath,
  balanceWarningDays,
  billingProfilePath,
  readAwaitedPaymentState,
} from '../../wire/subscriptions.constants.ts';
import type { PlanBlock } from './overview-blocks.ts';

type Plan = NonNullable<PlanBlock>;

const toPlan = '/dashboard/plan';

export function alertsOfPlan(plan: PlanBlock, now: Date): AlertWire[] {
  if (!plan) return [];
  const { name } = plan.tariff;
  if (plan.status === 'suspended')
    return [
      {
        level: 'error',
        code: 'plan_suspended',
        message: `Your ${name} plan is suspended, and calls are refused. Contact support.`,
        action_url: toPlan,
      },
    ];
  if (plan.past_due)
    return [
      {
        level: 'error',
        code: 'plan_past_due',
        message: `The new period of your ${name} plan is not paid. It ends on ${formatUtcDate(plan.past_due.ends_at)} unless you add money.`,
        action_url: toPlan,
      },
    ];
  return [
    ...alertsOfCountry(plan),
    ...alertsOfPendingPayment(plan),
    ...alertsOfEnd(plan),
    ...alertsOfNextCharge(plan, now),
  ];
}

/** For plans that were chosen before the country had to be known. */
function alertsOfCountry({ hasCountry, next_charge, status, tariff }: Plan): AlertWire[] {
  if (hasCountry || !next_charge) return [];
  const on = formatUtcDate(next_charge.at);
  const consequence =
    status === 'trialing'
      ? `your ${tariff.name} trial ends on ${on} without a plan`
      : `the invoice of ${on} has to wait`;
  return [
    {
      level: 'warning',
      code: 'billing_country_missing',
      message: `We do not know the country that you are billed in. Enter it, or ${consequence}.`,
      action_url: billingProfilePath,
    },
  ];
}

const alertsOfEnd = ({ cancel_at_period_end, status, tariff, current_period_end }: Plan) =>
  cancel_at_period_end && status !== 'pending'
    ? [
        {
          level: 'info' as const,
          code: 'plan_ending',
          message: `Your ${tariff.name} plan ends on ${formatUtcDate(current_period_end)}.`,
          action_url: toPlan,
        },
      ]
    : [];

/** A start or a change that waits for its payment. */
function alertsOfPendingPayment({ payment, pending_change, tariff, status }: Plan): AlertWire[] {
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
  const alerts: Record<AwaitedPaymentState, AlertWire> = {
    open: {
      level: 'warning',
      code: 'plan_unpaid',
      message: `${what} is waiting for your payment of ${formatMoney(payment.amount, payment.currency)}. ${until}`,
      action_url: toPayment,
    },
    processing: {
      level: 'info',
      code: 'plan_payment_coming',
      message: `${what} starts as soon as your payment is confirmed. ${until}`,
      action_url: toPayment,
    },
    in_wallet: {
      level: 'warning',
      code: 'plan_money_in_wallet',
      message: `${what} has not started: its payment is in your wallet and does not cover the price. Choose the plan again.`,
      action_url: toPlan,
    },
    ended: {
      level: 'warning',
      code: 'plan_payment_ended',
      message: `${what} has not started: its payment was not completed. Choose the plan again.`,
      action_url: toPlan,
    },
  };
  return [alerts[readAwaitedPaymentState(payment)]];
}

/** Shown as soon as the balance is too low, as a warning from the first warning e-mail on. */
function alertsOfNextCharge({ next_charge, tariff, status, currency }: Plan, now: Date) {
  if (!next_charge || Number(next_charge.missing) === 0) return [];
  const { at, tariff: next, amount, overage, available, missing } = next_charge;
  const daysLeft = (Date.parse(at) - now.getTime()) / dayMs;
  const [amountText, availableText, missingText] = [amount, available, missing].map((text) =>
    formatMoney(text, currency),
  );
  const renewal =
    status === 'trialing' ? `Your ${tariff.name} trial ends` : `${tariff.name} renews`;
  const what = next.id === tariff.id ? renewal : `${next.name} starts`;
  const usage =
    Number(overage) > 0 ? `, and usage over your quota is ${formatMoney(overage, currency)}` : '';
  const alert: AlertWire = {
    level: daysLeft <= balanceWarningDays[0] ? 'warning' : 'info',
    code: 'renewal_short',
    message: `${what} on ${formatUtcDate(at)} for ${amountText} from your balance, which is ${availableText}${usage}: ${missingText} is missing.`,
    action_url: addMoneyPath(missing),
  };
  return [alert];
}
