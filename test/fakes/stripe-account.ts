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

const feeOf = (units: number) => Math.round(units * 0.029) + 30;
const disputeFee = 1500;

export async function startStripeAccount(now: () => Date): Promise<StripeAccount> {
  const server = await startHttpServer();
  const movements: Values[] = [];
  let ids = 0;
  const seconds = () => Math.floor(now().getTime() / 1000);
  const nextId = (prefix: string) => `${prefix}_${++ids}`;

  const add = (type: string, amount: number, values: Values = {}): Values => {
    const { fee = 0 } = values as { fee?: number };
    const movement = {
      id: nextId('txn'),
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
      created: seconds(),
      available_on: seconds(),
      source: null,
      ...values,
    };
    movements.unshift(movement);
    return movement;
  };
  const converted = ({ currency, rate }: Intent, units: number) =>
    currency === 'usd'
      ? { amount: units }
      : { amount: Math.round(units * rate), exchange_rate: rate };
  const moveFor = (intent: Intent, type: string, units: number, values: Values): Values => {
    const { amount, ...rate } = converted(intent, units);
    return add(type, amount, { ...rate, ...values });
  };

  serveBalance(server, movements);
  return {
    server,
    movements,
    charge(payment, units, currency = 'usd', rate = 1) {
      const id = nextId('pi');
      const intent = {
        id,
        payment,
        units,
        currency,
        rate,
        created: seconds(),
        refunds: [],
        disputes: [],
      };
      const charge = {
        id: nextId('ch'),
        object: 'charge',
        amount: units,
        currency,
        payment_intent: id,
      };
      const { amount } = converted(intent, units);
      moveFor(intent, 'charge', units, { source: charge, fee: feeOf(amount) });
      serveIntent(server, intent, charge);
      return intent;
    },
    refund(intent, units) {
      const source = {
        id: nextId('re'),
        object: 'refund',
        amount: units,
        currency: intent.currency,
        payment_intent: intent.id,
        status: 'succeeded',
        created: seconds(),
      };
      intent.refunds.push(source);
      moveFor(intent, 'refund', -units, { source });
      return source;
    },
    failRefund(intent, refund) {
      refund.status = 'failed';
      moveFor(intent, 'refund_failure', refund.amount as number, { source: refund });
    },
    dispute(intent, status = 'needs_response') {
      const dispute = {
        id: nextId('du'),
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
    withdraw(intent, dispute) {
      const values = {
        source: { ...dispute, balance_transactions: [] },
        reporting_category: 'dispute',
        fee: disputeFee,
      };
      dispute.balance_transactions.push(moveFor(intent, 'adjustment', -intent.units, values));
    },
    reinstate(intent, dispute) {
      const values = {
        source: { ...dispute, balance_transactions: [] },
        reporting_category: 'dispute_reversal',
        fee: -disputeFee,
      };
      dispute.balance_transactions.push(moveFor(intent, 'adjustment', intent.units, values));
    },
    payOut(units) {
      const source = { id: nextId('po'), object: 'payout', amount: units, arrival_date: seconds() };
      add('payout', -units, { source });
      return source;
    },
    failPayout(payout) {
      add('payout_failure', payout.amount as number, { source: payout });
    },
    move: add,
    total: () => movements.reduce((sum, { net }) => sum + (net as number), 0),
    stop: () => server.stop(),
  };
}

const ok = (body: object) => ({ status: 200, body });
const listOf = (data: readonly object[], has_more = false) =>
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
    return listOf(all.slice(from, until), until < all.length);
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
  server.on(`GET /v1/refunds?${ofIntent}`, () => listOf(intent.refunds));
  server.on(`GET /v1/disputes?${ofIntent}`, () => listOf(intent.disputes));
}
