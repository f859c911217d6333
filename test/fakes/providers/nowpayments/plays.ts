// Everything that can become of a payment, each as one step: for the page and for tests.
import type { Decimal } from '#lib/decimal.ts';
import { hourMs } from '#lib/durations.ts';
import type { Books, Payment } from './books.ts';

export type Play = {
  label: string;
  run(books: Books, payment: Payment): void;
};

const part = ({ payAmount }: Payment, share: string): Decimal => payAmount.times(share);
const computeRest = ({ payAmount, paid, children }: Payment): Decimal =>
  children.reduce((rest, child) => rest.minus(child.paid), payAmount.minus(paid));
/** Of the deposits to its address. */
const findNewest = (payment: Payment): Payment => payment.children.at(-1) ?? payment;
/** Of another network: the mistake that people make. */
const otherCoins: Readonly<Record<string, string>> = {
  usdttrc20: 'usdterc20',
  usdterc20: 'usdttrc20',
  eth: 'usdc',
};

export const plays = {
  pay: { label: 'Paid', run: (books, { id }) => void books.deposit(id) },
  pay_less: {
    label: 'Paid too little',
    run: (books, payment) => void books.deposit(payment.id, { amount: part(payment, '0.6') }),
  },
  pay_rest: {
    label: 'The rest',
    run: (books, payment) => void books.deposit(payment.id, { amount: computeRest(payment) }),
  },
  pay_more: {
    label: 'Paid too much',
    run: (books, payment) => void books.deposit(payment.id, { amount: part(payment, '1.2') }),
  },
  pay_late: {
    label: 'Paid late',
    run: (books, { id }) => void books.deposit(id, { delayMs: 2 * hourMs }),
  },
  pay_dust: {
    label: 'Less than is processed',
    run: (books, payment) => void books.deposit(payment.id, { amount: part(payment, '0.0001') }),
  },
  pay_other_coin: {
    label: 'Wrong coin',
    run: (books, { id, payCurrency }) =>
      void books.deposit(id, { currency: otherCoins[payCurrency] ?? 'usdttrc20' }),
  },
  pay_unknown_coin: {
    label: 'A coin that nobody knows',
    run: (books, { id }) => void books.deposit(id, { currency: 'shib' }),
  },
  send: {
    label: 'Sent, not confirmed',
    run: (books, { id }) => void books.deposit(id, { steps: ['confirming'] }),
  },
  confirm: {
    label: 'Finished, or recovered by NOWPayments',
    run: (books, payment) => books.setStatus(findNewest(payment).id, 'finished'),
  },
  fail: {
    label: 'Failed',
    run: (books, payment) => books.setStatus(findNewest(payment).id, 'failed'),
  },
  fail_paid: {
    label: 'Failed after the money came',
    run: (books, { id }) => void books.deposit(id, { steps: ['confirming', 'failed'] }),
  },
  expire: { label: 'Expired', run: (books, { id }) => books.setStatus(id, 'expired') },
  refund: {
    label: 'Refunded',
    run: (books, payment) => books.setStatus(findNewest(payment).id, 'refunded'),
  },
} satisfies Record<string, Play>;

export type PlayName = keyof typeof plays;
