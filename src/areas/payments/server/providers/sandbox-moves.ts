// What the buttons of the sandbox's checkout do to its books. Each move ends with an event.
import { randomBytes } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { type Amount, amountOf, parseAmount, roundToAmount, toDecimalText } from '#lib/money.ts';
import { leftOf, paidOf, settledConfirmations } from './sandbox-books.ts';
import type { Books } from './sandbox-store.ts';
import * as store from './sandbox-store.ts';
import { writeSandboxEvent } from './sandbox-wire.ts';

export const moves = {
  pay: 'Pay in full',
  pay_part: 'Pay this amount',
  pay_over: 'Pay 20 % too much',
  pay_rest: 'Pay the rest',
  send: 'Send, not yet confirmed',
  confirm: 'Confirm on the chain',
  finish: 'Finish',
  fail: 'Fail',
  expire: 'Expire',
  refund: 'Give all back',
  chargeback: 'Charge back',
} as const;
export type Move = keyof typeof moves;
export const isMove = (text: string): text is Move => Object.hasOwn(moves, text);

const seenConfirmations = 3;

/** Words for the page when a move makes no sense now. */
export class MoveRefused extends Error {}

/** Moves the payment and writes the event about it. Returns the event's id. */
export async function makeMove(
  tx: Tx,
  books: Books,
  move: Move,
  { amountText, now }: { amountText: string; now: Date },
): Promise<string> {
  const { payment } = books;
  const status = await act(tx, books, move, { amountText, now });
  await store.updatePayment(tx, payment.id, { status, updated_at: now });
  const after = { ...books, payment: { ...payment, status } };
  const id = `sbe_${randomBytes(9).toString('hex')}`;
  await store.insertEvent(tx, {
    id,
    sandbox_payment_id: payment.id,
    provider_status: status,
    body: writeSandboxEvent(id, after, now),
    created_at: now,
  });
  return id;
}

type Given = { amountText: string; now: Date };

/** The status after the move. */
async function act(tx: Tx, books: Books, move: Move, { amountText, now }: Given): Promise<string> {
  const { payment } = books;
  const asked = amountOf(payment.pay_amount, payment.pay_currency);
  const receive = (amount: Amount, confirmations: number) =>
    receiveTransfer(tx, books, { amount, confirmations, now });
  switch (move) {
    case 'pay':
      await receive(asked, settledConfirmations);
      return 'finished';
    case 'pay_over':
      await receive(
        roundToAmount(new Decimal(payment.pay_amount).times('1.2'), asked.currency, 'up'),
        settledConfirmations,
      );
      return 'finished';
    case 'pay_part': {
      const amount = readAmount(amountText, asked.currency);
      await receive(amount, settledConfirmations);
      return paidOf(books).plus(toDecimalText(amount)).lt(payment.pay_amount)
        ? 'partially_paid'
        : 'finished';
    }
    case 'pay_rest': {
      const rest = new Decimal(payment.pay_amount).minus(paidOf(books));
      if (rest.lte(0)) throw new MoveRefused('All of it is paid already.');
      await receive(amountOf(rest.toFixed(), asked.currency), settledConfirmations);
      return 'finished';
    }
    case 'send':
      await receive(amountText ? readAmount(amountText, asked.currency) : asked, 0);
      return 'confirming';
    case 'confirm':
    case 'finish':
      return settle(tx, books, move);
    case 'refund':
    case 'chargeback':
      return giveBack(tx, books, move, now);
    default:
      return move === 'fail' ? 'failed' : 'expired';
  }
}

function readAmount(text: string, currency: string): Amount {
  const amount = parseAmount(text.trim(), currency);
  if (amount && amount.minor > 0n) return amount;
  throw new MoveRefused(`Enter an amount above zero that ${currency} can have.`);
}

async function receiveTransfer(
  tx: Tx,
  { payment }: Books,
  { amount, confirmations, now }: { amount: Amount; confirmations: number; now: Date },
): Promise<void> {
  await store.insertTransfer(tx, {
    id: `sbt_${randomBytes(9).toString('hex')}`,
    sandbox_payment_id: payment.id,
    amount: toDecimalText(amount),
    currency: amount.currency,
    hash: randomBytes(32).toString('hex'),
    confirmations,
    created_at: now,
  });
}

async function settle(tx: Tx, books: Books, move: 'confirm' | 'finish'): Promise<string> {
  const { payment, transfers } = books;
  if (transfers.length === 0) throw new MoveRefused('Send something first.');
  if (move === 'confirm') {
    await store.confirmTransfers(tx, payment.id, seenConfirmations);
    return 'confirmed';
  }
  await store.confirmTransfers(tx, payment.id, settledConfirmations);
  return paidOf(books).lt(payment.pay_amount) ? 'partially_paid' : 'finished';
}

async function giveBack(
  tx: Tx,
  books: Books,
  move: 'refund' | 'chargeback',
  now: Date,
): Promise<string> {
  const left = leftOf(books);
  if (left.minor <= 0n) throw new MoveRefused('There is nothing to give back.');
  const id = `sbr_${randomBytes(9).toString('hex')}`;
  await store.insertRefund(tx, {
    id,
    sandbox_payment_id: books.payment.id,
    kind: move,
    key: id,
    amount: toDecimalText(left),
    created_at: now,
  });
  return 'refunded';
}
