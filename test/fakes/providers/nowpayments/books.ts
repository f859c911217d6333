// What NOWPayments knows of each payment, and what becomes of deposits: its documentation of
// statuses, of repeated deposits and of wrong-asset deposits.
import { randomBytes, randomInt } from 'node:crypto';
import { Decimal } from '#lib/decimal.ts';
import { dayMs, minuteMs } from '#lib/durations.ts';
import { convert, createTag, findCoin } from './coins.ts';

export type Status =
  | 'waiting'
  | 'confirming'
  | 'confirmed'
  | 'sending'
  | 'partially_paid'
  | 'finished'
  | 'failed'
  | 'refunded'
  | 'expired'
  | 'wrong_asset_confirmed';

export type Payment = {
  id: number;
  /** The first payment of the address, of a repeated or a wrong-asset deposit. */
  parent: Payment | null;
  children: Payment[];
  status: Status;
  address: string;
  extraId: string | null;
  priceAmount: Decimal;
  priceCurrency: string;
  payAmount: Decimal;
  payCurrency: string;
  paid: Decimal;
  orderId: string | null;
  description: string | null;
  callbackUrl: string | null;
  purchaseId: string;
  hash: string | null;
  createdAt: Date;
  updatedAt: Date;
};

export type Order = Pick<
  Payment,
  'priceAmount' | 'priceCurrency' | 'payCurrency' | 'orderId' | 'description' | 'callbackUrl'
>;

export type Deposit = {
  /** All of the price by default. */
  amount?: Decimal | string;
  /** The expected coin by default. */
  currency?: string;
  /** It stays in the last of these. By default it is settled. */
  steps?: readonly Status[];
  /** It arrives so much later than now. */
  delayMs?: number;
};

export type Books = {
  payments: Map<number, Payment>;
  order(order: Order): Payment;
  /** Undefined for a deposit below the minimum: it is not processed, and nothing is reported. */
  deposit(id: number, deposit?: Deposit): Payment | undefined;
  /** By people at NOWPayments, or by its clock. */
  setStatus(id: number, status: Status): void;
  /** Expires what waits for a week. */
  tick(): void;
};

export type BooksOptions = {
  now: () => Date;
  /** Whether deposits of another coin are processed, a setting of the account. */
  acceptsOtherCoins: boolean;
  onChange: (payment: Payment) => void;
};

const lifetimeMs = 7 * dayMs;
/** How long the rate of a payment is frozen for. */
export const rateMs = 20 * minuteMs;
export const endsAt = ({ createdAt }: Payment): Date => new Date(createdAt.getTime() + lifetimeMs);

export function createBooks({ now, acceptsOtherCoins, onChange }: BooksOptions): Books {
  const payments = new Map<number, Payment>();
  let lastId = randomInt(4_400_000_000, 6_400_000_000);
  const add = (values: Omit<Payment, 'id' | 'createdAt' | 'updatedAt' | 'purchaseId'>): Payment => {
    lastId += randomInt(1, 1000);
    const at = now();
    const purchaseId = String(lastId + 1_000_000_000);
    const payment = { ...values, id: lastId, purchaseId, createdAt: at, updatedAt: at };
    payments.set(payment.id, payment);
    return payment;
  };
  const change = (payment: Payment, status: Status, delayMs = 0) => {
    payment.status = status;
    // Two changes of one moment are told apart by their times.
    const ms = Math.max(now().getTime() + delayMs, payment.updatedAt.getTime() + 1);
    payment.updatedAt = new Date(ms);
    onChange(payment);
  };
  const find = (id: number): Payment => {
    const payment = payments.get(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    return payment;
  };
  return {
    payments,
    order: (order) => {
      const coin = findCoin(order.payCurrency)!;
      return add({
        ...order,
        parent: null,
        children: [],
        status: 'waiting',
        address: coin.address(),
        extraId: coin.hasExtraId ? createTag() : null,
        payAmount: convert(order.priceAmount, order.priceCurrency, order.payCurrency),
        paid: new Decimal(0),
        hash: null,
      });
    },
    deposit: (id, { amount, currency, steps, delayMs } = {}) => {
      const first = find(id);
      const coin = currency ?? first.payCurrency;
      const sum = new Decimal(amount ?? convert(first.payAmount, first.payCurrency, coin));
      if (sum.lt(findCoin(coin)!.least)) return undefined;
      const isOther = coin !== first.payCurrency;
      const isRepeated = !first.paid.isZero() || first.status !== 'waiting';
      const payment = isOther || isRepeated ? add(repeat(first, { coin, sum })) : first;
      if (payment !== first) first.children.push(payment);
      payment.paid = sum;
      payment.hash = randomBytes(32).toString('hex');
      for (const status of steps ?? listSteps(payment, isOther && !acceptsOtherCoins))
        change(payment, status, delayMs);
      return payment;
    },
    setStatus: (id, status) => change(find(id), status),
    tick: () => {
      for (const payment of payments.values())
        if (payment.status === 'waiting' && endsAt(payment) <= now()) change(payment, 'expired');
    },
  };
}

/** A deposit to a used address, or of another coin, is a payment of its own. */
const repeat = (first: Payment, { coin, sum }: { coin: string; sum: Decimal }) => ({
  ...first,
  parent: first,
  children: [],
  status: 'waiting' as const,
  payAmount: sum,
  payCurrency: coin,
});

function listSteps(payment: Payment, isWrong: boolean): Status[] {
  if (isWrong) return ['confirming', 'wrong_asset_confirmed'];
  const isShort = payment.paid.lt(payment.payAmount);
  return ['confirming', 'confirmed', 'sending', isShort ? 'partially_paid' : 'finished'];
}

const received: readonly Status[] = ['finished', 'partially_paid'];

/** What is left of the money that NOWPayments settled with the merchant. */
export const settledBy = ({ status, paid }: Payment): Decimal =>
  received.includes(status) ? paid : new Decimal(0);
