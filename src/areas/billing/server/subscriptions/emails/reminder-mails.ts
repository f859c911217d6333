// Mails before a charge: about a balance that will not cover it, or in time to cancel.
import { findLastPayCurrency } from '#areas/payments/server/index.ts';
import type { Tx } from '#kernel/database/database.ts';
import { facts, type MailBody, paragraph } from '#kernel/mail/mail-content.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatAmount } from '#lib/format-money.ts';
import { isPositive, toDecimalText } from '#lib/money.ts';
import {
  addMoneyPath,
  billingProfilePath,
  graceDays,
} from '../../../wire/subscriptions.constants.ts';
import type { NextCharge } from '../../renewals/next-charge.ts';
import { findTariffById } from '../../tariffs/tariff-store.ts';
import type { SubscriptionRow } from '../subscription-store.ts';
import type { Subscriptions } from '../subscriptions.ts';
import { planLink, write } from './plan-mails.ts';

/** Nothing if the country is known. */
async function countryRequest(
  deps: Subscriptions,
  tx: Tx,
  { account_id, status }: SubscriptionRow,
): Promise<MailBody[]> {
  if (await deps.payments.hasBillingCountry(tx, account_id)) return [];
  const consequence =
    status === 'trialing'
      ? 'Without it nothing can be charged, and the plan ends with the trial.'
      : 'Without it your invoice has to wait.';
  return [
    paragraph(`We do not know the country that you are billed in. ${consequence}`),
    planLink(deps, 'Enter your country', billingProfilePath),
  ];
}

/** 7 and 2 days before: the charge, the balance, and a payment with all that it needs. */
export async function sendShortBalanceMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  { tariff, amount, overage, available, missing }: NextCharge,
): Promise<void> {
  const { name } = tariff;
  const day = formatUtcDate(row.current_period_end);
  const isTrial = row.status === 'trialing';
  const payCurrency = await findLastPayCurrency(tx, row.account_id);
  const payment = addMoneyPath(toDecimalText(missing), payCurrency);
  await write(deps, tx, row.account_id, {
    kind: 'billing.short_balance',
    subject: `Your balance will not cover your ${name} plan on ${day}`,
    body: [
      paragraph(
        isTrial
          ? `Your trial of ${name} ends on ${day}. We then take the first period from your balance; without the money your account switches to the free plan.`
          : `Your ${name} plan renews on ${day} from your balance. Without the money it becomes past due, and ends ${graceDays} days later.`,
      ),
      facts([
        ['Due', formatAmount(amount)],
        ...(isPositive(overage)
          ? [['Usage over your quota so far', formatAmount(overage)] as const]
          : []),
        ['Your balance', formatAmount(available)],
        ['Missing', formatAmount(missing)],
      ]),
      ...(await countryRequest(deps, tx, row)),
      paragraph('If you do not want to continue, cancel before then.'),
      planLink(deps, `Add ${formatAmount(missing)}`, payment),
    ],
  });
}

/** What pays, in words. */
const describeSource = ({ card }: NextCharge): string => {
  if (!card) return 'your balance';
  return card.paysAll ? card.name : `your balance, and what is missing to ${card.name},`;
};

/** Before a trial or a year ends, in time to cancel. */
export async function sendReminderMail(
  deps: Subscriptions,
  tx: Tx,
  row: SubscriptionRow,
  charge: NextCharge,
): Promise<void> {
  const { name } = await findTariffById(tx, row.tariff_id);
  const isTrial = row.status === 'trialing';
  const day = formatUtcDate(row.current_period_end);
  const price = formatAmount(charge.amount);
  const source = describeSource(charge);
  await write(deps, tx, row.account_id, {
    kind: 'billing.reminder',
    subject: isTrial ? `Your ${name} trial ends on ${day}` : `Your ${name} plan renews on ${day}`,
    body: [
      paragraph(
        isTrial
          ? `Your trial of ${name} ends on ${day}. We then charge ${price} to ${source} for the first period of ${charge.tariff.name}.`
          : `On ${day} we charge ${price} to ${source} for the next period of ${charge.tariff.name}.`,
      ),
      ...(await countryRequest(deps, tx, row)),
      paragraph('If you do not want that, cancel before then.'),
      planLink(deps, 'See your plan'),
    ],
  });
}
