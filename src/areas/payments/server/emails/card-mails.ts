// Mails to the customer about saved cards.
import type { Tx } from '#kernel/database/database.ts';
import { dayMs } from '#lib/durations.ts';
import { formatList, formatUtcDate } from '#lib/format.ts';
import { cardEnd, cardName, paymentMethodsPath } from '../../wire/cards.constants.ts';
import type { CardRow } from '../cards/card-store.ts';
import type { Payments } from '../context.ts';
import { mailOwner, type OwnerMail } from './owner-mail.ts';

type Kernel = Pick<Payments, 'kernel'>;
type CardMail = Pick<OwnerMail, 'kind' | 'subject' | 'lines'> & {
  /** Leads to the payment methods, unless it has another path. */
  label: string;
  path?: string;
};

export const mailAboutCards = (
  payments: Kernel,
  tx: Tx,
  accountId: number,
  { label, path = paymentMethodsPath, ...mail }: CardMail,
): Promise<void> =>
  mailOwner(payments, tx, accountId, {
    ...mail,
    link: { label, path },
    reason: 'of the payment methods of your account',
  });

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
    subject: `Your ${cardName(card)} expires on ${formatUtcDate(findLastDay(card))}`,
    lines: [
      'It is the card that we charge for you. Replace it before then, so that your plan and automatic top-up go on.',
      'If your bank has sent you a new card with the same number, replace it, too: its expiry is another.',
    ],
    label: 'Replace the card',
  });

/** The provider has no such cards any more. */
export const mailCardsGone = (
  payments: Kernel,
  tx: Tx,
  accountId: number,
  cards: readonly CardRow[],
): Promise<void> =>
  mailAboutCards(payments, tx, accountId, {
    kind: 'payments.cards_gone',
    subject: 'Save your card again',
    lines: [
      `Our payment provider no longer knows ${formatList(cards.map(cardName))}, so we can not charge ${cards.length > 1 ? 'these cards' : 'this card'} and have removed ${cards.length > 1 ? 'them' : 'it'} from your account.`,
      'Save a card again, so that your plan and automatic top-up go on.',
    ],
    label: 'Save a card',
  });

const findLastDay = (card: CardRow): Date => new Date(cardEnd(card).getTime() - dayMs);
