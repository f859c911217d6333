// The actions of the sandbox's checkout page. Each one writes an event.
import { randomBytes } from 'node:crypto';
import type { Tx } from '#kernel/database/database.ts';
import { Decimal } from '#lib/decimal.ts';
import { type Amount, parseAmount, roundToAmount, toAmount, toDecimalText } from '#lib/money.ts';
import { writeSandboxEvent } from './sandbox-event.ts';
import { computeLeft, settledConfirmations, sumPaid } from './sandbox-payments.ts';
import type { SandboxRecords } from './sandbox-store.ts';
import * as sandboxStore from './sandbox-store.ts';

export const actions = {
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
export type SandboxAction = keyof typeof actions;
export const isAction = (text: string): text is SandboxAction => Object.hasOwn(actions, text);

const seenConfirmations = 3;

/** The action is not possible now. The message is shown on the page. */
export class ActionRefused extends Error {}

/** Changes the payment and writes its event. Returns the event's id. */
export async function performAction(
  tx: Tx,
  records: SandboxRecords,
  action: SandboxAction,
  { amountText, now }: { amountText: string; now: Date },
): Promise<string> {
  const { payment } = records;
  const status = await apply(tx, records, action, { amountText, now });
  await sandboxStore.updatePayment(tx, payment.id, { status, updated_at: now });
  const after = { ...records, payment: { ...payment, status } };
  const id = `sbe_${randomBytes(9).toString('hex')}`;
  await sandboxStore.insertEvent(tx, {
    id,
    sandbox_payment_id: payment.id,
    provider_status: status,
    body: writeSandboxEvent(id, after, now),
    created_at: now,
  });
  return id;
}

type ActionInput = { amountText: string; now: Date };

/** The status after the action. */
async function apply(
  tx: Tx,
  records: SandboxRecords,
  action: SandboxAction,
  { amountText, now }: ActionInput,
): Promise<string> {
  const { payment } = records;
  const requested = toAmount(payment.pay_amount, payment.pay_currency);
  const receive = (amount: Amount, confirmations: number) =>
    receiveTransfer(tx, records, { amount, confirmations, now });
  switch (action) {
    case 'pay':
      await receive(requested, settledConfirmations);
      return 'finished';
    case 'pay_over':
      await receive(
        roundToAmount(new Decimal(payment.pay_amount).times('1.2'), requested.currency, 'up'),
        settledConfirmations,
      );
      return 'finished';
    case 'pay_part': {
      const amount = readAmount(amountText, requested.currency);
      await receive(amount, settledConfirmations);
      return sumPaid(records).plus(toDecimalText(amount)).lt(payment.pay_amount)
        ? 'partially_paid'
        : 'finished';
    }
    case 'pay_rest': {
      const rest = new Decimal(payment.pay_amount).minus(sumPaid(records));
      if (rest.lte(0)) throw new ActionRefused('All of it is paid already.');
      await receive(toAmount(rest.toFixed(), requested.currency), settledConfirmations);
      return 'finished';
    }
    case 'send':
      await receive(amountText ? readAmount(amountText, requested.currency) : requested, 0);
      return 'confirming';
    case 'confirm':
    case 'finish':
      return settle(tx, records, action);
    case 'refund':
    case 'chargeback':
      return giveBack(tx, records, action, now);
    default:
      return action === 'fail' ? 'failed' : 'expired';
  }
}

function readAmount(text: string, currency: string): Amount {
  const amount = parseAmount(text.trim(), currency);
  if (amount && amount.minor > 0n) return amount;
  throw new ActionRefused(`Enter an amount above zero that ${currency} can have.`);
}

async function receiveTransfer(
  tx: Tx,
  { payment }: SandboxRecords,
  { amount, confirmations, now }: { amount: Amount; confirmations: number; now: Date },
): Promise<void> {
  await sandboxStore.insertTransfer(tx, {
    id: `sbt_${randomBytes(9).toString('hex')}`,
    sandbox_payment_id: payment.id,
    amount: toDecimalText(amount),
    currency: amount.currency,
    hash: randomBytes(32).toString('hex'),
    confirmations,
    created_at: now,
  });
}

async function settle(
  tx: Tx,
  records: SandboxRecords,
  action: 'confirm' | 'finish',
): Promise<string> {
  const { payment, transfers } = records;
  if (transfers.length === 0) throw new ActionRefused('Send something first.');
  if (action === 'confirm') {
    await sandboxStore.confirmTransfers(tx, payment.id, seenConfirmations);
    return 'confirmed';
  }
  await sandboxStore.confirmTransfers(tx, payment.id, settledConfirmations);
  return sumPaid(records).lt(payment.pay_amount) ? 'partially_paid' : 'finished';
}

async function giveBack(
  tx: Tx,
  records: SandboxRecords,
  action: 'refund' | 'chargeback',
  now: Date,
): Promise<string> {
  const left = computeLeft(records);
  if (left.minor <= 0n) throw new ActionRefused('There is nothing to give back.');
  const id = `sbr_${randomBytes(9).toString('hex')}`;
  await sandboxStore.insertRefund(tx, {
    id,
    sandbox_payment_id: records.payment.id,
    kind: action,
    key: id,
    amount: toDecimalText(left),
    created_at: now,
  });
  return 'refunded';
}
