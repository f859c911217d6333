// Alerts of the overview: what needs the customer's attention, each with a link.
import { dayMs } from '#lib/durations.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount, formatMoney } from '#lib/format-money.ts';
import { negate, toAmount } from '#lib/money.ts';
import { type AlertWire, alertLevels, type OverviewWire } from '../../wire/overview.ts';
import { spendingPercents } from '../../wire/spending.constants.ts';
import type { UsageAlert } from '../usage/alerts/alerts.ts';
import type { BalanceBlock, KeysBlock, PlanBlock } from './overview-blocks.ts';
import { alertsOfPlan } from './plan-alerts.ts';

export type AlertFacts = {
  debts: BalanceBlock['debts'];
  plan: PlanBlock;
  keys: KeysBlock | null;
  partPaid: OverviewWire['recent_payments'];
  support: OverviewWire['metrics']['support'];
  usage: readonly UsageAlert[] | null;
  /** Display names of parts that could not be read. */
  missing: readonly string[];
};

/** Most urgent first. */
export function listAlerts(facts: AlertFacts, now: Date): AlertWire[] {
  const alerts = [
    ...alertsOfDebts(facts),
    ...alertsOfPlan(facts.plan, now),
    ...alertsOfOverage(facts),
    ...alertsOfSpending(facts),
    ...(facts.usage ?? []).map(({ level, code, message, action_url }) => ({
      level,
      code,
      message,
      action_url,
    })),
    ...alertsOfPayments(facts),
    ...alertsOfKeys(facts, now),
    ...alertsOfSupport(facts),
    ...facts.missing.map(missingPartAlert),
  ];
  const rank = ({ level }: AlertWire) => alertLevels.indexOf(level);
  return alerts.sort((a, b) => rank(a) - rank(b));
}

const alertsOfDebts = ({ debts }: AlertFacts): AlertWire[] =>
  debts.map(({ available, currency }) => ({
    level: 'error',
    code: 'wallet_debt',
    message: `Your wallet is ${formatAmount(negate(toAmount(available, currency)))} below zero: paid calls are refused until you add money.`,
    action_url: '/dashboard/wallet/add',
  }));

const alertsOfOverage = ({ plan }: AlertFacts): AlertWire[] =>
  plan?.overage_due
    ? [
        {
          level: 'error',
          code: 'overage_due',
          message: `${formatMoney(plan.overage_due.amount, plan.overage_due.currency)} is due for usage over your quota. Until it is paid, calls over the quota are refused.`,
          action_url: '/dashboard/wallet/add',
        },
      ]
    : [];

/** From the first mail about it on. */
function alertsOfSpending({ plan }: AlertFacts): AlertWire[] {
  if (!plan) return [];
  const { state, effective_cap: cap, percentage, resets_at, currency } = plan.spending;
  if (cap === null || percentage === null || !(state === 'open' || state === 'reached')) return [];
  const amount = formatMoney(cap, currency);
  const action_url = '/dashboard/plan';
  if (state === 'reached')
    return [
      {
        level: 'error',
        code: 'spending_cap_reached',
        message: `Your spending cap of ${amount} is reached. Calls over your quota are refused until ${formatUtcDate(resets_at)}, unless you raise it.`,
        action_url,
      },
    ];
  if (percentage < spendingPercents[0]) return [];
  const message = `You have used ${Math.floor(percentage)} % of your spending cap of ${amount}.`;
  const level = percentage < spendingPercents[1] ? 'info' : 'warning';
  return [{ level, code: 'spending_cap_near', message, action_url }];
}

const alertsOfPayments = ({ partPaid }: AlertFacts): AlertWire[] =>
  (partPaid ?? []).map(({ uuid, amount, currency }) => ({
    level: 'warning',
    code: 'payment_partial',
    message: `Your payment of ${formatMoney(amount, currency)} is incomplete.`,
    action_url: `/dashboard/payments/${uuid}`,
  }));

function alertsOfKeys({ keys }: AlertFacts, now: Date): AlertWire[] {
  if (!keys?.first) return [];
  const { name, endsAt } = keys.first;
  const days = Math.ceil((endsAt.getTime() - now.getTime()) / dayMs);
  const others = keys.metrics.expiring_soon_count - 1;
  const first = `Key “${name}” ends ${days <= 1 ? 'within a day' : `in ${days} days`}`;
  const rest = others > 0 ? `, and ${others} more soon` : '';
  return [
    {
      level: 'warning',
      code: 'key_expiring',
      message: `${first}${rest}.`,
      action_url: '/dashboard/keys?ordering=expires_at',
    },
  ];
}

function alertsOfSupport({ support }: AlertFacts): AlertWire[] {
  const count = support?.unanswered_messages_count ?? 0;
  if (count === 0) return [];
  const message = count === 1 ? 'Support answered you.' : `Support sent you ${count} messages.`;
  return [{ level: 'info', code: 'support_reply', message, action_url: '/dashboard/support' }];
}

const missingPartAlert = (what: string): AlertWire => ({
  level: 'warning',
  code: 'block_unavailable',
  message: `${what} could not be loaded. Everything else on this page is up to date.`,
  action_url: '/dashboard',
});
