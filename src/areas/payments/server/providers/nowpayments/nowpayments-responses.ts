// Responses of NOWPayments, parsed strictly for amounts and leniently elsewhere: numbers come as
// numbers or text, times as ISO text or milliseconds, absent values as null or "null".
import { z } from 'zod';
import { isCurrency } from '#lib/currencies.ts';
import { Decimal } from '#lib/decimal.ts';
import { NumberText } from '../decimal-json.ts';
import { ProviderRefused, ProviderUnavailable } from '../provider.ts';

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === 'null';

/** Maximum digits before and after the decimal point. */
const digitsMax = 40;

function readQuantity(value: unknown): string | undefined {
  const text = value instanceof NumberText ? value.text : value;
  if (typeof text !== 'string' || !/^\d+(\.\d+)?([eE][+-]?\d{1,2})?$/.test(text)) return undefined;
  const plain = new Decimal(text).toFixed();
  return plain.split('.').every((part) => part.length <= digitsMax) ? plain : undefined;
}

const quantity = z.unknown().transform((value, context) => {
  const plain = readQuantity(value);
  if (plain !== undefined) return plain;
  context.addIssue({ code: 'custom', message: 'not an amount' });
  return z.NEVER;
});

const id = z.unknown().transform((value, context) => {
  const text = value instanceof NumberText ? value.text : value;
  if (typeof text === 'string' && /^[\w-]{1,64}$/.test(text)) return text;
  context.addIssue({ code: 'custom', message: 'not an id' });
  return z.NEVER;
});

const time = z.unknown().transform((value) => {
  const text = value instanceof NumberText ? Number(value.text) : value;
  const at = new Date(typeof text === 'number' || typeof text === 'string' ? text : Number.NaN);
  return Number.isNaN(at.getTime()) ? null : at;
});

const orNull = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (isAbsent(value) ? null : value), schema.nullable()).optional();

const text = z.string().max(500);
const code = z.string().regex(/^\w{1,30}$/);

/** What NOWPayments kept of a deposit. */
const depositFees = z.object({
  currency: code,
  depositFee: orNull(quantity),
  withdrawalFee: orNull(quantity),
  serviceFee: orNull(quantity),
});

const payout = z.object({
  id,
  status: code,
  currency: code,
  amount: quantity,
  fee: orNull(quantity),
  hash: orNull(text),
  created_at: time.optional(),
  updated_at: time.optional(),
});

export type NowpaymentsPayout = z.output<typeof payout>;

const payment = z
  .object({
    payment_id: id,
    payment_status: code,
    pay_address: orNull(text),
    payin_extra_id: orNull(z.union([text, z.instanceof(NumberText)])),
    price_amount: quantity,
    price_currency: code,
    pay_amount: orNull(quantity),
    actually_paid: orNull(quantity),
    pay_currency: code,
    order_id: orNull(text),
    payin_hash: orNull(text),
    payout_hash: orNull(text),
    outcome_amount: orNull(quantity),
    outcome_currency: orNull(code),
    fee: orNull(depositFees),
    parent_payment_id: orNull(id),
    payment_extra_ids: orNull(z.array(id)),
    created_at: time.optional(),
    updated_at: time.optional(),
    valid_until: time.optional(),
  })
  .transform((one) => ({
    ...one,
    pay_address: one.pay_address ?? null,
    payin_extra_id:
      one.payin_extra_id instanceof NumberText
        ? one.payin_extra_id.text
        : (one.payin_extra_id ?? null),
    pay_amount: one.pay_amount ?? null,
    actually_paid: one.actually_paid ?? null,
    order_id: one.order_id ?? null,
    payin_hash: one.payin_hash ?? null,
    payout_hash: one.payout_hash ?? null,
    outcome_amount: one.outcome_amount ?? null,
    outcome_currency: one.outcome_currency ?? null,
    fee: one.fee ?? null,
    parent_payment_id: one.parent_payment_id ?? null,
    payment_extra_ids: one.payment_extra_ids ?? [],
    created_at: one.created_at ?? null,
    updated_at: one.updated_at ?? null,
    valid_until: one.valid_until ?? null,
  }));

export type NowpaymentsPayment = z.output<typeof payment>;

const fixedRate = z.object({
  currency: code,
  min_amount: orNull(quantity).transform((value) => value ?? null),
  max_amount: orNull(quantity).transform((value) => value ?? null),
});

export const responses = {
  payment,
  currencies: z.object({ currencies: z.array(code) }),
  fixedRates: z.object({ currencies: z.array(fixedRate) }),
  minimum: z.object({ min_amount: quantity }),
  payouts: z.object({ payouts: z.array(payout) }),
  balance: z.record(code, z.object({ amount: quantity, pendingAmount: orNull(quantity) })),
  estimate: z.object({ estimated_amount: quantity }),
};

/** Throws ProviderUnavailable for a response of another shape. */
export function parseResponse<T extends z.ZodType>(schema: T, json: unknown): z.output<T> {
  const read = schema.safeParse(json);
  if (read.success) return read.data;
  const fields = read.error.issues.map((issue) => issue.path.join('.'));
  throw new ProviderUnavailable('nowpayments', `unexpected response, fields: ${fields.join(', ')}`);
}

/** Our code of a currency that NOWPayments writes in lower or upper case. */
export function ourCode(theirs: string): string {
  const small = theirs.toLowerCase();
  const capital = theirs.toUpperCase();
  return !isCurrency(small) && isCurrency(capital) ? capital : small;
}

const refusal = z.object({ code: z.string().catch(''), message: z.string().catch('') });

/** Messages for customers; those of NOWPayments are for developers. */
export function readRefusal(status: number, json: unknown): ProviderRefused {
  const { code, message } = refusal.catch({ code: '', message: '' }).parse(json);
  const reason = `${code} ${message}`.toLowerCase();
  const text = /minimal|too small|less than/.test(reason)
    ? 'This amount is less than can be paid in this currency. Enter a larger amount.'
    : /maximal|too (large|big)|greater than/.test(reason)
      ? 'This amount is more than can be paid in this currency at once. Enter a smaller amount.'
      : status === 404
        ? 'The payment provider does not know this payment.'
        : /currency/.test(reason)
          ? 'This currency is not available right now. Choose another one.'
          : 'The payment provider did not accept this payment. Try another amount or currency.';
  return new ProviderRefused('nowpayments', text, code || String(status));
}
