// Mails to the customer about saved cards.
import { findAccount } from '#areas/accounts/server/index.ts';
import site from '#content/site.json' with { type: 'json' };
import type { Tx } from '#kernel/database/database.ts';
import { renderMail } from '#kernel/mail/layout.ts';
import { linkButton, paragraph } from '#kernel/mail/mail-content.ts';
import { dayMs } from '#lib/durations.ts';
import { formatUtcDate } from '#lib/format.ts';
import { cardEnd, cardName, paymentMethodsPath } from '../../wire/cards.constants.ts';
import type { CardRow } from '../cards/card-store.ts';
import type { Payments } from '../context.ts';

type Kernel = Pick<Payments, 'kernel'>;
export type CardLetter = {
  kind: string;
  subject: string;
  lines: string[];
  /** Leads to the payment methods, unless it has another path. */
  label: string;
  path?: string;
};

export async function mailAboutCards(
  { kernel }: Kernel,
  tx: Tx,
  accountId: number,
  { kind, subject, lines, label, path = paymentMethodsPath }: CardLetter,
): Promise<void> {
  const account = await findAccount(tx, accountId);
  if (!account || account.status === 'deleted') return;
  const link = linkButton(label, `${kernel.config.SITE_URL}${path}`);
  await kernel.mail.send(tx, {
    kind,
    to: { address: account.email, name: `${account.first_name} ${account.last_name}`.trim() },
    subject,
    ...renderMail({
      siteName: site.name,
      preview: lines[0]!,
      heading: subject,
      body: [lines.map(paragraph), link],
      footer: `You get this mail because of the payment methods of your account at ${site.name}.`,
    }),
  });
}

/** Whoever saved it: the owner may know nothing about it. */
export const mailCardSaved = (payments: Kernel, tx: Tx, card: CardRow): Promise<void> =>
  mailAboutCards(payments, tx, card.account_id, {
    kind: 'payments.card_saved',
    subject: `Your ${cardName(card)} is saved`,
    lines: [
      'We keep its network, its last four digits and its expiry; the number is stored by our payment provider only.',
      'If you did not save it, remove it and write to us.',
    ],
    label: 'See your payment methods',
  });

export const mailCardExpires = (payments: Kernel, tx: Tx, card: CardRow): Promise<void> =>
  mailAboutCards(payments, tx, card.account_id, {
    kind: 'payments.card_expires',
    subject: `Your ${cardName(card)} expires on ${formatUtcDate(lastDayOf(card))}`,
    lines: [
      'It is the card that we charge for you. Replace it before then, so that your plan and automatic top-up go on.',
      'If your bank has sent you a new card with the same number, replace it, too: its expiry is another.',
    ],
    label: 'Replace the card',
  });

const lastDayOf = (card: CardRow): Date => new Date(cardEnd(card).getTime() - dayMs);
