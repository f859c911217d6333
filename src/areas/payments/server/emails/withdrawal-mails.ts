// Mails to the customer at each step of a withdrawal.
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { facts, linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { formatAmount } from '#lib/format-money.ts';
import { isPositive, subtractAmounts, toAmount } from '#lib/money.ts';
import type { WithdrawalStatus } from '../../wire/withdrawals.constants.ts';
import type { Payments } from '../context.ts';
import type { WithdrawalRow } from '../withdrawals/withdrawal-store.ts';

type MailText = { kind: string; subject: string; line: string };

const arrival: Record<WithdrawalRow['destination_kind'], string> = {
  payment: 'Your card or bank may need up to ten days to show it.',
  bank: 'Banks need one to three working days.',
  crypto: 'It arrives once the network has confirmed it.',
};

function chooseText(row: WithdrawalRow): MailText | null {
  const amount = formatAmount(toAmount(row.amount, row.currency));
  const reasons: Record<WithdrawalStatus, Omit<MailText, 'kind'> | null> = {
    requested: {
      subject: `We received your request to withdraw ${amount}`,
      line: 'The amount is reserved in your wallet while two people check the request. You can cancel it until it is approved. If you did not ask for it, cancel it and write to us.',
    },
    approved:
      row.attempts === 0
        ? {
            subject: `Your withdrawal of ${amount} is approved`,
            line: 'It will be paid out next. The amount stays reserved until then.',
          }
        : {
            subject: `Your withdrawal of ${amount} could not be paid out`,
            line: 'The amount is reserved in your wallet again. We will try once more or write to you.',
          },
    // The provider has been asked: the next mail says how it ended.
    paying: null,
    settled: {
      subject: `Your withdrawal of ${amount} is paid out`,
      line: arrival[row.destination_kind],
    },
    rejected: {
      subject: `Your withdrawal of ${amount} was rejected`,
      line: 'The amount is no longer reserved.',
    },
    cancelled: {
      subject: `Your withdrawal of ${amount} is cancelled`,
      line: 'The amount is available in your wallet again.',
    },
  };
  const text = reasons[row.status];
  return text && { kind: `payments.withdrawal_${row.status}`, ...text };
}

export async function mailWithdrawal(
  { kernel }: Pick<Payments, 'kernel'>,
  tx: Tx,
  row: WithdrawalRow,
  note: string,
): Promise<void> {
  const text = chooseText(row);
  const account = text && (await findAccount(tx, row.account_id));
  if (!account || account.status === 'deleted') return;
  const amount = toAmount(row.amount, row.currency);
  const fee = toAmount(row.fee, row.currency);
  const body = [
    paragraph(text.line),
    facts([
      ['Withdrawal', row.internal_id],
      ['Amount', formatAmount(amount)],
      ...(isPositive(fee)
        ? ([
            ['Fee', formatAmount(fee)],
            ['You get', formatAmount(subtractAmounts(amount, fee))],
          ] as const)
        : []),
      ['To', describeDestination(row)],
      ...(row.reference ? [['Reference', row.reference] as const] : []),
      ...(note ? [['Reason', note] as const] : []),
    ]),
    linkButton('Open withdrawal', `${kernel.config.SITE_URL}/dashboard/withdrawals/${row.id}`),
  ];
  const mail = renderMail({
    siteName: site.name,
    preview: text.line,
    heading: text.subject,
    body,
    footer: `You get this mail because a withdrawal was requested for your account at ${site.name}.`,
  });
  const name = `${account.first_name} ${account.last_name}`.trim();
  const to = { address: account.email, name };
  await kernel.mail.send(tx, { kind: text.kind, to, subject: text.subject, ...mail });
}

const describeDestination = ({ destination_kind, destination_masked }: WithdrawalRow): string =>
  destination_kind === 'payment' ? `Back to payment ${destination_masked}` : destination_masked;
