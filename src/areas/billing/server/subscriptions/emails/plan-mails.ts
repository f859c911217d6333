import { createElement, Fragment, type ReactNode } from 'react';
import { findAccount } from '#areas/accounts/server/index.ts';
import type { InsufficientBalance } from '#areas/ledger/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { facts, linkButton, paragraph, renderMail } from '#kernel/mail/layout.ts';
import type { UsageMetric } from '#lib/endpoint.ts';
import { formatAmount } from '#lib/format-money.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
import { addMoneyPath, graceDays } from '../../../plan-money.ts';
import { metricWords } from '../../usage/metric-words.ts';
import { attemptDays, daysAfter, nextAttemptAt } from '../due-steps.ts';
import { type NextCharge, nextTariffId } from '../next-charge.ts';
import type { OverageRow } from '../overage-store.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { findTariffById } from '../tariff-store.ts';

const longDate = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

type Letter = { kind: string; subject: string; heading?: string; body: ReactNode[] };

async function write(
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
    ...(await renderMail({
      siteName: site.name,
      preview: subject,
      heading,
      body: createElement(Fragment, null, ...body),
      footer: 'You get this mail because of the plan on your account.',
    })),
  });
}

const planLink = ({ kernel }: Subscriptions, words: string, path = '/dashboard/plan') =>
  linkButton(words, `${kernel.config.SITE_URL}${path}`);

/** Days 0, 3 and 6: what is missing, when we try again, and what happens at the end. */
export async function sendPastDueMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  { required, available }: InsufficientBalance,
): Promise<void> {
  if (!row.past_due_at) return;
  const { name } = await findTariffById(tx, nextTariffId(row));
  const missing = { ...required, minor: required.minor - available.minor };
  const ends = longDate.format(daysAfter(row.past_due_at, graceDays));
  const next = nextAttemptAt(row);
  const isLast = row.failed_charges >= attemptDays.length;
  await write(deps, tx, row.account_id, {
    kind: 'billing.past_due',
    subject: isLast
      ? `Last reminder: your ${name} plan ends on ${ends}`
      : `Your ${name} plan could not be renewed`,
    body: [
      paragraph(
        `Your balance did not cover the next period of your ${name} plan. Everything goes on working until ${ends}.`,
      ),
      facts([
        ['Due', formatAmount(required)],
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      paragraph(
        `Add money, and the plan is renewed at once. ${
          next
            ? `Without that we try again on ${longDate.format(next)}.`
            : `Otherwise your account has the free plan from ${ends} on.`
        }`,
      ),
      planLink(deps, 'Add money', addMoneyPath(toDecimalText(missing))),
    ],
  });
}

/** Once for each amount that is owed: what for, and what holds until it is paid. */
export async function sendOverageMail(
  deps: Subscriptions,
  tx: Tx,
  row: OverageRow,
  { required, available }: InsufficientBalance,
): Promise<void> {
  const missing = { ...required, minor: required.minor - available.minor };
  const units = new Intl.NumberFormat('en').format(Number(row.units));
  await write(deps, tx, row.account_id, {
    kind: 'billing.overage_due',
    subject: 'Your balance did not cover your use past the quota',
    body: [
      paragraph(
        'Until it is paid, calls past the quota of your plan are answered 429 quota_exceeded. Calls within it go on.',
      ),
      facts([
        ['Used past the quota', `${units} ${metricWords[row.metric as UsageMetric]}`],
        ['In the month from', longDate.format(row.month_start)],
        ['Due', formatAmount(required)],
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      paragraph('Add money, and it is paid at once.'),
      planLink(deps, 'Add money', addMoneyPath(toDecimalText(missing))),
    ],
  });
}

const endings = {
  period_ended: 'As you asked, it was not renewed.',
  timed_out: 'The next period was not paid for within a week.',
  charge_failed: 'Your trial is over, and your balance did not cover the first period.',
};

export async function sendPlanEndedMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  why: keyof typeof endings,
): Promise<void> {
  const { name } = await findTariffById(tx, row.tariff_id);
  await write(deps, tx, row.account_id, {
    kind: 'billing.plan_ended',
    subject: `Your ${name} plan has ended`,
    body: [
      paragraph(`${endings[why]} Your account has the free plan now, with its limits.`),
      paragraph('Your keys, calculations, recordings and transactions stay where they are.'),
      planLink(deps, 'See the plans'),
    ],
  });
}

/** A week and two days before: what the renewal takes, what is there, and what happens without. */
export async function sendShortBalanceMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  { tariff, amount, available, missing }: NextCharge,
): Promise<void> {
  const { name } = tariff;
  const day = longDate.format(row.current_period_end);
  const isTrial = row.status === 'trialing';
  await write(deps, tx, row.account_id, {
    kind: 'billing.short_balance',
    subject: `Your balance will not cover your ${name} plan on ${day}`,
    body: [
      paragraph(
        isTrial
          ? `Your trial of ${name} ends on ${day}. We then take the first period from your balance; without the money your account has the free plan from then on.`
          : `Your ${name} plan renews on ${day} from your balance. Without the money it is past due then, and ends ${graceDays} days later.`,
      ),
      facts([
        ['Due', formatAmount(amount)],
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      paragraph('If you do not want to go on, cancel before.'),
      planLink(deps, 'Add money', addMoneyPath(toDecimalText(missing))),
    ],
  });
}

/** Before a trial or a year ends, in time to decide otherwise. */
export async function sendReminderMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
): Promise<void> {
  const { name } = await findTariffById(tx, row.tariff_id);
  const isTrial = row.status === 'trialing';
  const day = longDate.format(row.current_period_end);
  const price = formatAmount(amountOf(row.price, row.currency));
  await write(deps, tx, row.account_id, {
    kind: 'billing.reminder',
    subject: isTrial ? `Your ${name} trial ends on ${day}` : `Your ${name} plan renews on ${day}`,
    body: [
      paragraph(
        isTrial
          ? `Your trial of ${name} ends on ${day}. We then take ${price} from your balance for the first period.`
          : `On ${day} we take ${price} from your balance for another year of ${name}.`,
      ),
      paragraph('If you do not want that, cancel before.'),
      planLink(deps, 'See your plan'),
    ],
  });
}
