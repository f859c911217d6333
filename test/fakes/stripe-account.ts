// A Stripe account with payments and a balance, served over HTTP as far as they are read: each
// movement of money is a balance transaction, and the balance is their sum.
import { startHttpServer, type TestHttpServer } from './http-server.ts';

type Values = Record<string, unknown>;
type Intent = {
  id: string;
  payment: string;
  units: number;
  currency: string;
  rate: number;
  created: number;
  refunds: Values[];
  disputes: (Values & { id: string; balance_transactions: Values[] })[];
};

export type StripeAccount = {
  server: TestHttpServer;
  movements: Values[];
  /** A card payment of our payment `payment`; with a rate it settles in dollars. */
  charge(payment: string, units: number, currency?: string, rate?: number): Intent;
  refund(intent: Intent, units: number): Values;
  /** The bank returned the money of the refund. */
  failRefund(intent: Intent, refund: Values): void;
  /** Without a movement until `withdraw`: an inquiry, or one that was prevented. */
  dispute(intent: Intent, status?: string): Intent['disputes'][number];
  withdraw(intent: Intent, dispute: Intent['disputes'][number]): void;
  reinstate(intent: Intent, dispute: Intent['disputes'][number]): void;
  payOut(units: number): Values;
  failPayout(payout: Values): void;
  /** A movement of any other type. */
  move(type: string, units: number, more?: Values): Values;
  /** In cents. */
  total(): number;
  stop(): Promise<void>;
};

const computeFee = (units: number) => Math.round(units * 0.029) + 30;
const disputeFee = 1500;

type Book = { movements: Values[]; nextId: (prefix: string) => string; seconds: () => number };

function addMovement(book: Book, type: string, amount: number, values: Values = {}): Values {
  const { fee = 0 } = values as { fee?: number };
  const movement = {
    id: book.nextId('txn'),
    object: 'balance_transaction',
    type,
    reporting_category: type,
    balance_type: 'payments',
    amount,
    fee,
    net: amount - fee,
    currency: 'usd',
    exchange_rate: null,
    description: null,
    status: 'available',
    created: book.seconds(),
    available_on: book.seconds(),
    source: null,
    ...values,
  };
  book.movements.unshift(movement);
  return movement;
}

const convert = ({ currency, rate }: Intent, units: number) =>
  currency === 'usd'
    ? { amount: units }
    : { amount: Math.round(units * rate), exchange_rate: rate };

function moveFor(book: Book, intent: Intent, type: string, units: number, values: Values): Values {
  const { amount, ...rate } = convert(intent, units);
  return addMovement(book, type, amount, { ...rate, ...values });
}

function charge(server: TestHttpServer, book: Book): StripeAccount['charge'] {
  return (payment, units, currency = 'usd', rate = 1) => {
    const id = book.nextId('pi');
    const created = book.seconds();
    const intent: Intent = {
      id,
      payment,
      units,
      currency,
      rate,
      created,
      refunds: [],
      disputes: [],
    };
    const object = 'charge';
    const source = { id: book.nextId('ch'), object, amount: units, currency, payment_intent: id };
    const fee = computeFee(convert(intent, units).amount);
    moveFor(book, intent, 'charge', units, { source, fee });
    serveIntent(server, intent, source);
    return intent;
  };
}

const createRefunds = (book: Book): Pick<StripeAccount, 'refund' | 'failRefund'> => ({
  refund(intent, units) {
    const source = {
      id: book.nextId('re'),
      object: 'refund',
      amount: units,
      currency: intent.currency,
      payment_intent: intent.id,
      status: 'succeeded',
      created: book.seconds(),
    };
    intent.refunds.push(source);
    moveFor(book, intent, 'refund', -units, { source });
    return source;
  },
  failRefund(intent, refund) {
    refund.status = 'failed';
    moveFor(book, intent, 'refund_failure', refund.amount as number, { source: refund });
  },
});

type Disputes = Pick<StripeAccount, 'dispute' | 'withdraw' | 'reinstate'>;

function createDisputes(book: Book): Disputes {
  const move = (
    intent: Intent,
    dispute: Intent['disputes'][number],
    values: Values,
    sign: 1 | -1,
  ) => {
    // A movement that contained its dispute, which contains it, would have no end.
    const source = { ...dispute, balance_transactions: [] };
    dispute.balance_transactions.push(
      moveFor(book, intent, 'adjustment', sign * intent.units, { source, ...values }),
    );
  };
  return {
    dispute(intent, status = 'needs_response') {
      const dispute = {
        id: book.nextId('du'),
        object: 'dispute',
        amount: intent.units,
        currency: intent.currency,
        payment_intent: intent.id,
        status,
        balance_transactions: [],
      };
      intent.disputes.push(dispute);
      return dispute;
    },
    withdraw: (intent, dispute) =>
      move(intent, dispute, { reporting_category: 'dispute', fee: disputeFee }, -1),
    reinstate: (intent, dispute) =>
      move(intent, dispute, { reporting_category: 'dispute_reversal', fee: -disputeFee }, 1),
  };
}

const createPayouts = (book: Book): Pick<StripeAccount, 'payOut' | 'failPayout'> => ({
  payOut(units) {
    const arrival_date = book.seconds();
    const source = { id: book.nextId('po'), object: 'payout', amount: units, arrival_date };
    addMovement(book, 'payout', -units, { source });
    return source;
  },
  failPayout(payout) {
    addMovement(book, 'payout_failure', payout.amount as number, { source: payout });
  },
});

export async function startStripeAccount(now: () => Date): Promise<StripeAccount> {
  const server = await startHttpServer();
  let ids = 0;
  const movements: Values[] = [];
  const book: Book = {
    movements,
    nextId: (prefix) => `${prefix}_${++ids}`,
    seconds: () => Math.floor(now().getTime() / 1000),
  };
  serveBalance(server, movements);
  return {
    server,
    movements,
    charge: charge(server, book),
    ...createRefunds(book),
    ...createDisputes(book),
    ...createPayouts(book),
    move: (type, units, more) => addMovement(book, type, units, more),
    total: () => movements.reduce((sum, { net }) => sum + (net as number), 0),
    stop: () => server.stop(),
  };
}

const ok = (body: object) => ({ status: 200, body });
const toList = (data: readonly object[], has_more = false) =>
  ok({ object: 'list', data, has_more });

function serveBalance(server: TestHttpServer, movements: readonly Values[]): void {
  server.on('GET /v1/balance', () => {
    const amount = movements.reduce((sum, { net }) => sum + (net as number), 0);
    const parts = {
      available: [{ amount: amount - 7, currency: 'usd' }],
      pending: [{ amount: 7, currency: 'usd' }],
    };
    return ok({ object: 'balance', livemode: false, ...parts });
  });
  server.on('GET /v1/balance_transactions', ({ path }) => {
    const query = new URL(path, server.url).searchParams;
    const since = Number(query.get('created[gte]') ?? 0);
    const all = movements.filter(({ created }) => (created as number) >= since);
    const after = query.get('starting_after');
    const from = after ? all.findIndex(({ id }) => id === after) + 1 : 0;
    const until = from + Number(query.get('limit') ?? 10);
    return toList(all.slice(from, until), until < all.length);
  });
}

function serveIntent(server: TestHttpServer, intent: Intent, charge: Values): void {
  server.on(`GET /v1/payment_intents/${intent.id}`, () => {
    const disputed = intent.disputes.length > 0;
    return ok({
      id: intent.id,
      object: 'payment_intent',
      status: 'succeeded',
      amount: intent.units,
      amount_received: intent.units,
      currency: intent.currency,
      created: intent.created,
      metadata: { payment: intent.payment },
      latest_charge: { ...charge, created: intent.created, disputed, refunded: false },
    });
  });
  const ofIntent = `payment_intent=${intent.id}&limit=100`;
  server.on(`GET /v1/refunds?${ofIntent}`, () => toList(intent.refunds));
  server.on(`GET /v1/disputes?${ofIntent}`, () => toList(intent.disputes));
}
