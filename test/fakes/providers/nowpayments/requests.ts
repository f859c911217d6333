// What NOWPayments accepts, and how it refuses the rest. Its validator names the first wrong
// parameter, and refuses those that it does not know.
import { Decimal } from '#lib/decimal.ts';
import type { Answer, Call } from '../serve-provider.ts';
import type { Order } from './books.ts';
import { convert, findCoin, isFiat } from './coins.ts';

export const refuse = (status: number, code: string, message: string): Answer => ({
  status,
  body: { status: false, statusCode: status, code, message },
});

/** Thrown where it is found, and sent. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(code: string, message: string, status = 400) {
    super(message);
    this.answer = refuse(status, code, message);
  }
}
const invalid = (message: string) => new Refusal('INVALID_REQUEST_PARAMS', message);

/** A problem of the value, which follows the name in the message. */
type Check = (value: unknown) => string | null;
type Rules = Record<string, { check: Check; isRequired?: true }>;

const isText: Check = (value) => (typeof value === 'string' ? null : 'must be a string');
const isBoolean: Check = (value) => (typeof value === 'boolean' ? null : 'must be a boolean');
const isFlag: Check = (value) =>
  value === 'true' || value === 'false' ? null : 'must be a boolean';
const isCode: Check = (value) =>
  typeof value !== 'string'
    ? 'must be a string'
    : /^[a-z\d]+$/i.test(value)
      ? null
      : 'must only contain alpha-numeric characters';
const isAmount: Check = (value) =>
  typeof value !== 'number' ? 'must be a number' : value > 0 ? null : 'must be a positive number';
const isAmountText: Check = (value) =>
  /^\d+(\.\d+)?$/.test(String(value)) && Number(value) > 0 ? null : 'must be a number';
const isUri: Check = (value) =>
  typeof value === 'string' && /^https?:$/.test(URL.parse(value)?.protocol ?? '')
    ? null
    : 'must be a valid uri';

function checkAll(values: Record<string, unknown>, rules: Rules): void {
  for (const [name, { check, isRequired }] of Object.entries(rules)) {
    const value = values[name];
    if (value === undefined && isRequired) throw invalid(`${name} is required`);
    const problem = value === undefined ? null : check(value);
    if (problem !== null) throw invalid(`${name} ${problem}`);
  }
  const unknown = Object.keys(values).find((name) => !Object.hasOwn(rules, name));
  if (unknown !== undefined) throw invalid(`${unknown} is not allowed`);
}

/** Each parameter once. */
export function readQuery({ url }: Call, rules: Rules): Record<string, string> {
  const names = [...url.searchParams.keys()];
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined) throw invalid(`${repeated} must be a string`);
  const values = Object.fromEntries(url.searchParams);
  checkAll(values, rules);
  return values;
}

const code = { check: isCode, isRequired: true } as const;
export const queries = {
  currencies: { fixed_rate: { check: isFlag } },
  minimum: {
    currency_from: code,
    currency_to: { check: isCode },
    fiat_equivalent: { check: isCode },
    is_fixed_rate: { check: isFlag },
    is_fee_paid_by_user: { check: isFlag },
  },
  estimate: {
    amount: { check: isAmountText, isRequired: true },
    currency_from: code,
    currency_to: code,
  },
  none: {},
} satisfies Record<string, Rules>;

const orderRules: Rules = {
  price_amount: { check: isAmount, isRequired: true },
  price_currency: code,
  pay_amount: { check: isAmount },
  pay_currency: code,
  ipn_callback_url: { check: isUri },
  order_id: { check: isText },
  order_description: { check: isText },
  purchase_id: { check: isText },
  payout_address: { check: isText },
  payout_currency: { check: isCode },
  payout_extra_id: { check: isText },
  is_fixed_rate: { check: isBoolean },
  is_fee_paid_by_user: { check: isBoolean },
};

function readJson({ headers, body }: Call): Record<string, unknown> {
  if (!/^application\/json\b/.test(headers['content-type'] ?? ''))
    throw new Refusal('BAD_REQUEST', 'Your payload has to be JSON object');
  try {
    const json: unknown = JSON.parse(String(body));
    if (typeof json === 'object' && json !== null && !Array.isArray(json))
      return json as Record<string, unknown>;
  } catch {
    // Refused like any other body that is no object.
  }
  throw new Refusal('BAD_REQUEST', 'Your payload has to be JSON object');
}

export const isKnown = (currency: string): boolean =>
  isFiat(currency) || findCoin(currency) !== undefined;

/** In lower case. */
export function assertCurrency(currency: string): string {
  const small = currency.toLowerCase();
  if (isKnown(small)) return small;
  throw new Refusal('CURRENCY_UNAVAILABLE', `Currency ${currency} was not found`);
}

export function readOrder(call: Call): Order {
  const json = readJson(call);
  checkAll(json, orderRules);
  const values = json as Record<string, string | undefined>;
  const priceCurrency = assertCurrency(values.price_currency!);
  const payCurrency = assertCurrency(values.pay_currency!);
  const coin = findCoin(payCurrency);
  if (!coin) throw invalid('pay_currency is invalid');
  const priceAmount = new Decimal(values.price_amount!);
  const payAmount = convert(priceAmount, priceCurrency, payCurrency);
  if (payAmount.lt(coin.least))
    throw new Refusal('AMOUNT_MINIMAL_ERROR', `Crypto amount ${payAmount} is less than minimal`);
  return {
    priceAmount,
    priceCurrency,
    payCurrency,
    orderId: values.order_id ?? null,
    description: values.order_description ?? null,
    callbackUrl: values.ipn_callback_url ?? null,
  };
}
