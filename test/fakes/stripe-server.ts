// Stripe's API as far as saved cards need it, with state: sessions in setup mode, customers, cards,
// and intents that are charged off-session. It honours idempotency keys, as Stripe documents.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type StripeCardBehavior = 'pays' | 'card_declined' | 'authentication_required';
type Answer = { status: number; body: object };
type Values = Record<string, unknown> & { id: string };

export type StripeServer = {
  port: number;
  intents: Values[];
  customers: Values[];
  detached: string[];
  /** How often each key was sent. */
  keys: Map<string, number>;
  /** What its owner does on the page of the session. */
  saveCard(sessionId: string, behavior: StripeCardBehavior): void;
  /** As Stripe does after a day. */
  dropKeys(): void;
  /** Performs the next charges, and loses their responses: a proxy in between says 502. */
  loseResponses(count: number): void;
  stop(): Promise<void>;
};

const error = (status: number, values: object): Answer => ({ status, body: { error: values } });
const missing = () => error(404, { type: 'invalid_request_error', code: 'resource_missing' });

type State = {
  now: () => Date;
  ids: number;
  lost: number;
  sessions: Map<string, Values>;
  methods: Map<string, { customer: unknown; behavior: StripeCardBehavior }>;
  answered: Map<string, { body: string; answer: Answer }>;
} & Pick<StripeServer, 'intents' | 'customers' | 'detached' | 'keys'>;

const createState = (now: () => Date): State => ({
  now,
  ids: 0,
  lost: 0,
  sessions: new Map(),
  methods: new Map(),
  answered: new Map(),
  intents: [],
  customers: [],
  detached: [],
  keys: new Map(),
});

const nextId = (state: State, prefix: string): string => `${prefix}_${++state.ids}`;

function createSession(state: State, form: URLSearchParams): Answer {
  const id = nextId(state, 'cs');
  const session = {
    id,
    object: 'checkout.session',
    mode: form.get('mode'),
    status: 'open',
    customer: form.get('customer'),
    client_reference_id: form.get('client_reference_id'),
    setup_intent: null,
    payment_intent: null,
    amount_total: null,
    currency: null,
    url: `https://checkout.stripe.example/${id}`,
    expires_at: Number(form.get('expires_at')),
  };
  state.sessions.set(id, session);
  return { status: 200, body: session };
}

function createIntent(state: State, form: URLSearchParams): Answer {
  const method = state.methods.get(form.get('payment_method') ?? '');
  const isOffSession = form.get('off_session') === 'true' && form.get('confirm') === 'true';
  if (!method || method.customer !== form.get('customer') || !isOffSession) return missing();
  const declineCode = method.behavior === 'pays' ? null : method.behavior;
  const amount = Number(form.get('amount'));
  const created = Math.floor(state.now().getTime() / 1000);
  const problem = { type: 'card_error', code: declineCode, decline_code: declineCode };
  const intent = {
    id: nextId(state, 'pi'),
    object: 'payment_intent',
    amount,
    amount_received: declineCode ? 0 : amount,
    currency: form.get('currency'),
    created,
    customer: form.get('customer'),
    metadata: { payment: form.get('metadata[payment]') },
    status: declineCode ? 'requires_payment_method' : 'succeeded',
    last_payment_error: declineCode ? problem : null,
    latest_charge: { id: nextId(state, 'ch'), object: 'charge', created, refunded: false },
  };
  state.intents.push(intent);
  return declineCode
    ? error(402, { ...problem, payment_intent: intent })
    : { status: 200, body: intent };
}

function createCustomer(state: State, form: URLSearchParams): Answer {
  const customer = { id: nextId(state, 'cus'), object: 'customer', email: form.get('email') };
  state.customers.push(customer);
  return { status: 200, body: customer };
}

function detach(state: State, id: string): Answer {
  if (!state.methods.delete(id)) return missing();
  state.detached.push(id);
  return { status: 200, body: { id } };
}

function listIntents({ intents }: State, form: URLSearchParams): Answer {
  const data = intents.filter(({ customer }) => customer === form.get('customer'));
  return { status: 200, body: { object: 'list', data, has_more: false } };
}

function perform(state: State, call: string, form: URLSearchParams): Answer {
  const id = call.match(/\w+_\d+/)?.[0] ?? '';
  const find = (found: Values | undefined) => (found ? { status: 200, body: found } : missing());
  switch (id ? call.replace(id, ':id') : call) {
    case 'GET /v1/account':
      return { status: 200, body: { id: 'acct_1', object: 'account' } };
    case 'POST /v1/checkout/sessions':
      return createSession(state, form);
    case 'GET /v1/checkout/sessions/:id':
      return find(state.sessions.get(id));
    case 'POST /v1/customers':
      return createCustomer(state, form);
    case 'POST /v1/payment_methods/:id/detach':
      return detach(state, id);
    case 'POST /v1/payment_intents':
      return createIntent(state, form);
    case 'GET /v1/payment_intents':
      return listIntents(state, form);
    case 'GET /v1/payment_intents/:id':
      return find(state.intents.find((one) => one.id === id));
    case 'GET /v1/refunds':
      return { status: 200, body: { object: 'list', data: [] } };
    default:
      return missing();
  }
}

/** Another body with the same key is refused; the same one gets the first response again. */
function respond(state: State, call: string, key: string | undefined, raw: string, query: string) {
  const form = new URLSearchParams(raw || query);
  if (key === undefined || !call.startsWith('POST')) return perform(state, call, form);
  state.keys.set(key, (state.keys.get(key) ?? 0) + 1);
  const before = state.answered.get(key);
  if (before && before.body !== raw) return error(400, { type: 'idempotency_error' });
  const answer = before?.answer ?? perform(state, call, form);
  state.answered.set(key, { body: raw, answer });
  return answer;
}

function saveCard(state: State, sessionId: string, behavior: StripeCardBehavior): void {
  const session = state.sessions.get(sessionId)!;
  const id = nextId(state, 'pm');
  state.methods.set(id, { customer: session.customer, behavior });
  session.status = 'complete';
  session.setup_intent = {
    id: nextId(state, 'seti'),
    object: 'setup_intent',
    status: 'succeeded',
    metadata: { card_setup: session.client_reference_id },
    payment_method: {
      id,
      object: 'payment_method',
      card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029, fingerprint: id },
    },
  };
}

export async function startStripeServer(now: () => Date): Promise<StripeServer> {
  const state = createState(now);
  const server = http.createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? '', 'http://stripe.example');
    const key = request.headers['idempotency-key'] as string | undefined;
    const call = `${request.method} ${pathname}`;
    const answer = respond(state, call, key, await text(request), search);
    const isLost = call === 'POST /v1/payment_intents' && state.lost > 0;
    if (isLost) state.lost -= 1;
    response.writeHead(isLost ? 502 : answer.status, { 'content-type': 'application/json' });
    response.end(isLost ? '{}' : JSON.stringify(answer.body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    ...state,
    port: (server.address() as AddressInfo).port,
    saveCard: (sessionId, behavior) => saveCard(state, sessionId, behavior),
    dropKeys: () => state.answered.clear(),
    loseResponses: (count) => {
      state.lost = count;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
