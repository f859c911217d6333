// NOWPayments' API for payments (https://documenter.getpostman.com/view/7907941/2s93JusNJt), as its
// documentation and public clients describe it: it refuses what they say is refused, and has every
// documented status, repeated deposits, deposits of another coin, and signed notifications.

import { Decimal } from '#lib/decimal.ts';
import {
  type Answer,
  type Call,
  type FakeProvider,
  type Options,
  serveProvider,
} from '../serve-provider.ts';
import { type Books, createBooks, type Payment } from './books.ts';
import { coinCodes, convert, findCoin, isFiat } from './coins.ts';
import {
  type Deliver,
  deliverAll,
  type Notification,
  post,
  writeNotification,
} from './notifications.ts';
import { writePage } from './page.ts';
import { plays as allPlays, type PlayName } from './plays.ts';
import { assertCurrency, queries, Refusal, readOrder, readQuery, refuse } from './requests.ts';
import { describeCreated, describeNotification, describeStatus } from './responses.ts';

export type NowpaymentsOptions = Options & {
  now?: () => Date;
  apiKey?: string;
  ipnSecret?: string;
  /** Those that the account has switched on; all by default. */
  coins?: readonly string[];
  acceptsOtherCoins?: boolean;
  /** How notifications are sent: over HTTP by default; null leaves them to `takeNotifications`. */
  deliver?: Deliver | null;
};

export type Nowpayments = FakeProvider & {
  books: Books;
  /** By the order id that its customer gave it. The newest, because orders can be repeated. */
  findOrder(orderId: string): Payment | undefined;
  /** Throws for an unknown payment. */
  play(id: number, name: PlayName): Promise<void>;
  /** Those that were not sent yet, oldest first. */
  takeNotifications(): Notification[];
};

export async function startNowpayments(options: NowpaymentsOptions = {}): Promise<Nowpayments> {
  const {
    apiKey = 'FAKE123-FAKE456',
    ipnSecret = 'fake-ipn-secret',
    now = () => new Date(),
  } = options;
  const { deliver = post, acceptsOtherCoins = false, coins = coinCodes } = options;
  const waiting: Notification[] = [];
  const books = createBooks({
    now,
    acceptsOtherCoins,
    onChange: (payment) => {
      const { callbackUrl } = payment;
      if (callbackUrl === null) return;
      waiting.push(writeNotification(ipnSecret, callbackUrl, describeNotification(payment)));
    },
  });
  const takeNotifications = () => waiting.splice(0);
  const play = async (id: number, name: PlayName) => {
    const payment = books.payments.get(id);
    if (!payment) throw new Error(`There is no payment ${id}.`);
    allPlays[name].run(books, payment);
    if (deliver) await deliverAll(takeNotifications(), deliver);
  };
  const server = await serveProvider((call) => {
    books.tick();
    return call.url.pathname.startsWith('/v1/')
      ? answerApi(call, { books, apiKey, coins })
      : answerPage(call, { books, play });
  }, options);
  return {
    ...server,
    settings: {
      NOWPAYMENTS_URL: `${server.address}/v1`,
      NOWPAYMENTS_API_KEY: apiKey,
      NOWPAYMENTS_IPN_SECRET: ipnSecret,
    },
    books,
    findOrder: (orderId) =>
      [...books.payments.values()].findLast((one) => one.orderId === orderId && !one.parent),
    play,
    takeNotifications,
  };
}

type Account = { books: Books; apiKey: string; coins: readonly string[] };

function answerApi(call: Call, account: Account): Answer {
  if (call.headers['x-api-key'] !== account.apiKey && call.url.pathname !== '/v1/status')
    return refuse(403, 'INVALID_API_KEY', 'Invalid api key');
  const name = `${call.method} ${call.url.pathname.replace(/^(\/v1\/payment\/)[^/]+$/, '$1:id')}`;
  const handler = handlers[name];
  if (!handler) return refuse(404, 'NOT_FOUND', 'Not found');
  try {
    return handler(call, account);
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}

const handlers: Readonly<Record<string, (call: Call, account: Account) => Answer>> = {
  'GET /v1/status': () => ({ status: 200, body: { message: 'OK' } }),
  'GET /v1/currencies': (call, { coins }) => {
    const { fixed_rate } = readQuery(call, queries.currencies);
    const limits = coins.map((currency) => ({
      currency,
      min_amount: Number(findCoin(currency)!.least),
      max_amount: convert('50000', 'usd', currency).toNumber(),
    }));
    return { status: 200, body: { currencies: fixed_rate === 'true' ? limits : coins } };
  },
  'GET /v1/min-amount': (call) => {
    const query = readQuery(call, queries.minimum);
    const from = assertCurrency(query.currency_from!);
    const to = assertCurrency(query.currency_to ?? from);
    const coin = findCoin(from);
    if (!coin) throw new Refusal('INVALID_REQUEST_PARAMS', 'currency_from is invalid');
    return {
      status: 200,
      body: { currency_from: from, currency_to: to, min_amount: Number(coin.least) },
    };
  },
  'GET /v1/estimate': (call) => {
    const { amount, ...query } = readQuery(call, queries.estimate);
    const [from, to] = [query.currency_from!, query.currency_to!].map(assertCurrency);
    if (isFiat(from!) && isFiat(to!))
      throw new Refusal('INVALID_REQUEST_PARAMS', 'currency_to is invalid');
    return {
      status: 200,
      body: {
        currency_from: from,
        amount_from: Number(amount),
        currency_to: to,
        estimated_amount: convert(new Decimal(amount!), from!, to!).toFixed(8),
      },
    };
  },
  'POST /v1/payment': (call, { books, coins }) => {
    const order = readOrder(call);
    if (!coins.includes(order.payCurrency))
      throw new Refusal('CURRENCY_UNAVAILABLE', `Currency ${order.payCurrency} is unavailable`);
    return { status: 201, body: describeCreated(books.order(order)) };
  },
  'GET /v1/payment/:id': (call, { books }) => {
    readQuery(call, queries.none);
    const id = call.url.pathname.split('/').at(-1)!;
    if (!/^\d+$/.test(id))
      throw new Refusal('INVALID_REQUEST_PARAMS', 'payment_id must be a number');
    const payment = books.payments.get(Number(id));
    if (!payment) throw new Refusal('NOT_FOUND', 'Payment not found', 404);
    return { status: 200, body: describeStatus(payment) };
  },
};

type Stage = { books: Books; play: Nowpayments['play'] };

async function answerPage({ method, url, body }: Call, { books, play }: Stage): Promise<Answer> {
  if (method === 'POST') {
    const name = new URLSearchParams(String(body)).get('play') ?? '';
    if (!Object.hasOwn(allPlays, name)) return { status: 400, body: 'There is no such button.' };
    await play(Number(url.pathname.split('/').at(-1)), name as PlayName);
    return { status: 303, headers: { location: '/' } };
  }
  const payments = [...books.payments.values()].reverse();
  return {
    status: 200,
    body: writePage(payments, allPlays),
    headers: { 'content-type': 'text/html; charset=utf-8' },
  };
}
