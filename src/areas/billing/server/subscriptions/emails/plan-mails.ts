import { findAccount } from '#areas/accounts/server/index.ts';
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, type MailBody, paragraph } from '#kernel/mail/mail-content.ts';
import { formatCount, formatUtcDate, formatUtcPeriod } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { metricLabels } from '#lib/metric-labels.ts';
import { type Amount, toDecimalText } from '#lib/money.ts';
import type { UsageMetric } from '#lib/quota-groups.ts';
import {
  addMoneyPath,
  billingProfilePath,
  graceDays,
  paymentMethodsPath,
} from '../../../wire/subscriptions.constants.ts';
import type { OverageRow } from '../../overage/overage-store.ts';
import type { Period } from '../../periods.ts';
import { attemptDays, daysAfter, nextAttemptAt } from '../../renewals/due-steps.ts';
import { nextTariffId } from '../../renewals/next-charge.ts';
import { findTariffById, type TariffRow } from '../../tariffs/tariff-store.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';

type Letter = { kind: string; subject: string; heading?: string; body: MailBody[] };

export async function write(
  { kernel }: Subscriptions,
  tx: Tx,
  accountId: number,
  { kind, subject, heading = subject, body }: Letter,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  await kernel.mail.send(tx, {
    kind,
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: subject,
      heading,
      body: [...body],
      footer: 'You get this mail because of the plan on your account.',
    }),
  });
}

export const planLink = ({ kernel }: Subscriptions, label: string, path = '/dashboard/plan') =>
  linkButton(label, `${kernel.config.SITE_URL}${path}`);

/** Why a card did not pay: declined, or its bank wants its owner to confirm the payment. */
export type Decline = { card: string; isUnconfirmed: boolean };

const describeDecline = (decline: Decline | null, name: string): string => {
  if (!decline) return `Your balance did not cover the next period of your ${name} plan.`;
  const { card, isUnconfirmed } = decline;
  return isUnconfirmed
    ? `Your bank wants you to confirm the payment for your ${name} plan by ${card}.`
    : `${card} was declined, and your balance did not cover the next period of your ${name} plan.`;
};

function listLinks(deps: Subscriptions, decline: Decline | null, missing: Amount): MailBody[] {
  const addMoney = addMoneyPath(toDecimalText(missing));
  if (!decline) return [planLink(deps, 'Add money', addMoney)];
  if (decline.isUnconfirmed)
    return [
      planLink(deps, 'Confirm and pay', addMoneyPath(toDecimalText(missing), missing.currency)),
    ];
  return [
    planLink(deps, 'Replace the card', paymentMethodsPath),
    planLink(deps, 'Add money', addMoney),
  ];
}

const wayOut = (decline: Decline | null): string =>
  decline && !decline.isUnconfirmed ? 'Save another card or add money' : 'Add money';

/** The balance has paid instead of the card. */
export async function sendCardDeclinedMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  { card, isUnconfirmed }: Decline,
): Promise<void> {
  const { name } = await findTariffById(tx, row.tariff_id);
  await write(deps, tx, row.account_id, {
    kind: 'billing.card_declined',
    subject: `${card} did not pay for your ${name} plan`,
    body: [
      paragraph(
        isUnconfirmed
          ? 'Your bank wanted you to confirm the payment. Your balance covered the new period instead, so the plan is renewed.'
          : 'It was declined. Your balance covered the new period instead, so the plan is renewed.',
      ),
      planLink(deps, 'See your payment methods', paymentMethodsPath),
    ],
  });
}

/** Days 0, 3 and 6: the missing amount, the next attempt, and what happens if it fails. */
export async function sendPastDueMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  { required, available }: InsufficientBalance,
  decline: Decline | null,
): Promise<void> {
  if (!row.past_due_at) return;
  const { name } = await findTariffById(tx, nextTariffId(row));
  const missing = { ...required, minor: required.minor - available.minor };
  const ends = formatUtcDate(daysAfter(row.past_due_at, graceDays));
  const next = nextAttemptAt(row);
  const isLast = row.failed_charges >= attemptDays.length;
  await write(deps, tx, row.account_id, {
    kind: 'billing.past_due',
    subject: isLast
      ? `Last reminder: your ${name} plan ends on ${ends}`
      : decline?.isUnconfirmed
        ? `Confirm the payment for your ${name} plan`
        : `Your ${name} plan could not be renewed`,
    body: [
      paragraph(`${describeDecline(decline, name)} Everything keeps working until ${ends}.`),
      facts([
        ['Due', formatAmount(required)],
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      paragraph(
        `${wayOut(decline)}, and the plan renews immediately. ${
          next
            ? `Otherwise we try again on ${formatUtcDate(next)}.`
            : `Otherwise your account switches to the free plan on ${ends}.`
        }`,
      ),
      ...listLinks(deps, decline, missing),
    ],
  });
}

/** Once per overage charge: the amount, and the limits until it is paid. */
export async function sendOverageMail(
  deps: Subscriptions,
  tx: Tx,
  row: OverageRow,
  { required, available }: InsufficientBalance,
): Promise<void> {
  const missing = { ...required, minor: required.minor - available.minor };
  const units = formatCount(Number(row.units));
  await write(deps, tx, row.account_id, {
    kind: 'billing.overage_due',
    subject: 'Your balance did not cover your usage over the quota',
    body: [
      paragraph(
        'Until it is paid, calls over the quota of your plan fail with 429 quota_exceeded. Calls within it keep working.',
      ),
      facts([
        ['Used over the quota', `${units} ${metricLabels[row.metric as UsageMetric]}`],
        ['In the month from', formatUtcDate(row.month_start)],
        ['Due', formatAmount(required)],
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      paragraph('Add money, and it is paid immediately.'),
      planLink(deps, 'Add money', addMoneyPath(toDecimalText(missing))),
    ],
  });
}

const endings = {
  period_ended: 'It was not renewed, as you requested.',
  timed_out: 'The next period was not paid within a week.',
  charge_failed: 'Your trial is over, and the first period could not be charged.',
  country_missing:
    'Your trial is over. Nothing was charged, because we do not know the country that you are billed in. Enter it, and choose the plan again.',
};
export type EndReason = keyof typeof endings;

export async function sendPlanEndedMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  why: EndReason,
): Promise<void> {
  const { name } = await findTariffById(tx, row.tariff_id);
  await write(deps, tx, row.account_id, {
    kind: 'billing.plan_ended',
    subject: `Your ${name} plan has ended`,
    body: [
      paragraph(`${endings[why]} Your account is now on the free plan.`),
      paragraph('Your keys, calculations, recordings and transactions stay where they are.'),
      ...(why === 'country_missing'
        ? [planLink(deps, 'Enter your country', billingProfilePath)]
        : []),
      planLink(deps, 'View plans'),
    ],
  });
}

/** Staff have charged for a period that was over, which customers do not expect. */
export const sendMissedPeriodMail = (
  deps: Subscriptions,
  tx: Tx,
  accountId: number,
  { tariff, amount, period }: { tariff: TariffRow; amount: Amount; period: Period },
): Promise<void> =>
  write(deps, tx, accountId, {
    kind: 'billing.missed_period',
    subject: `${formatAmount(amount)} was charged for an earlier period of your ${tariff.name} plan`,
    body: [
      paragraph(
        `This period of your ${tariff.name} plan could not be charged when it began, because our billing did not run. We have charged it to your balance now.`,
      ),
      facts([
        ['Period', formatUtcPeriod(period.start, period.end)],
        ['Amount', formatAmount(amount)],
      ]),
      paragraph('If you do not expect it, write to us.'),
      planLink(deps, 'See your invoices', '/dashboard/invoices'),
    ],
  });
