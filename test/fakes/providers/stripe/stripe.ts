// Stripe as a local server, as strict as the real one: what the types of the pinned package do not
// have is refused. Everything is in memory, so each start is another account.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { secondMs } from '#lib/durations.ts';
import { createOutbox, type Delivery, type Outbox, type Send, type SentEvent } from './events.ts';
import { checkoutPage, control, controlPage, type Page } from './pages.ts';
import { type ApiRequest, type Key, respond } from './respond.ts';
import { type Account, type Answer, create } from './state.ts';

export type StripeKey = {
  account: string;
  /** Of a restricted key, such as `rak_dispute_read`. */
  permissions?: readonly string[];
};

export type StripeOptions = {
  /** Where webhooks are sent. */
  webhookUrl?: string;
  port?: number;
  now?: () => Date;
  /** The accounts of all keys: by default there is one, of the test mode. */
  keys?: Readonly<Record<string, StripeKey>>;
  /** Instead of the network. */
  send?: Send;
  /** Otherwise they wait for `outbox.deliver`. */
  sendsAtOnce?: boolean;
};

/** What happens to the next requests of a call. */
export type Disturbance = {
  /** Such as `POST /v1/refunds`. */
  call: string;
  count: number;
  /** A status without a proper body, a broken connection, or silence. */
  result: number | 'drop' | 'hang';
  /** The request takes effect, and its response is lost. */
  isPerformed: boolean;
};

export type ReceivedCall = { call: string; form: string; headers: http.IncomingHttpHeaders };

export type FakeStripe = {
  name: string;
  address: string;
  port: number;
  settings: Record<string, string>;
  /** That of the first key. */
  account: Account;
  findAccount: (id: string, isLive: boolean) => Account;
  outbox: Outbox;
  received: ReceivedCall[];
  disturb: (disturbance: Disturbance) => void;
  close: () => Promise<void>;
};

const retryMs = 5 * secondMs;
const soonMs = 100;

export async function startStripe(options: StripeOptions = {}): Promise<FakeStripe> {
  const run = randomBytes(8).toString('hex');
  const { now = () => new Date(), webhookUrl = '' } = options;
  const { keys = { [`sk_test_${run}`]: { account: `acct_${run}` } } } = options;
  const secret = `whsec_${run}`;
  const delivery: Delivery = {};
  const send = options.send ?? ((body, headers) => post(webhookUrl, body, headers));
  const sender = createSender(options.sendsAtOnce ?? false, () => outbox.deliver(delivery));
  const outbox = createOutbox({ now, secret, send }, sender.start);
  const { findAccount, findKey } = createAccounts(keys, { now, outbox });
  const [firstKey = ''] = Object.keys(keys);
  const { account } = findKey(firstKey)!;
  const api = createApi((request) => respond(request, findKey, `${address()}/pay`));
  const server = http.createServer(async (request, response) => {
    const url = new URL(request.url ?? '', address());
    const body = await text(request);
    try {
      if (url.pathname.startsWith('/v1/')) api.handle({ request, url, body }, response);
      else sendPage(response, await openPage({ account, outbox, delivery }, url, body));
    } catch (error) {
      // A fault of this server, not of its caller.
      sendAnswer(response, { status: 500, body: { error: { message: String(error) } } });
    }
  });
  const address = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  return {
    name: 'Stripe',
    address: address(),
    port: (server.address() as AddressInfo).port,
    settings: {
      STRIPE_SECRET_KEY: firstKey,
      STRIPE_WEBHOOK_SECRET: secret,
      STRIPE_URL: address(),
    },
    account,
    findAccount,
    outbox,
    received: api.received,
    disturb: api.disturb,
    close: () => {
      sender.stop();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
    },
  };
}

/** Sends soon after something happened, and again what was not accepted. */
function createSender(isOn: boolean, deliver: () => Promise<SentEvent[]>) {
  let timer: NodeJS.Timeout | undefined;
  const schedule = (ms: number) => {
    timer ??= setTimeout(async () => {
      const sent = await deliver();
      timer = undefined;
      if (sent.some(({ status }) => status !== 200)) schedule(retryMs);
    }, ms).unref();
  };
  return { start: () => isOn && schedule(soonMs), stop: () => clearTimeout(timer) };
}

type AccountOptions = { now: () => Date; outbox: Outbox };

function createAccounts(keys: NonNullable<StripeOptions['keys']>, options: AccountOptions) {
  const accounts = new Map<string, Account>();
  const findAccount = (id: string, isLive: boolean): Account => {
    const account = accounts.get(`${id}/${isLive}`) ?? openAccount({ id, isLive, ...options });
    accounts.set(`${id}/${isLive}`, account);
    return account;
  };
  const findKey = (key: string): Key | undefined => {
    const found = keys[key];
    if (!found) return undefined;
    const account = findAccount(found.account, /^(sk|rk)_live_/.test(key));
    return { account, permissions: found.permissions ?? null };
  };
  return { findAccount, findKey };
}

type Arrival = { request: http.IncomingMessage; url: URL; body: string };

/** Answers requests, unless they are to be disturbed. */
function createApi(answer: (request: ApiRequest) => Answer) {
  const received: ReceivedCall[] = [];
  const disturbances: Disturbance[] = [];
  return {
    received,
    disturb: (disturbance: Disturbance) => {
      disturbances.push({ ...disturbance });
    },
    handle({ request, url, body }: Arrival, response: http.ServerResponse): void {
      const { method = '', headers } = request;
      const form = method === 'POST' ? body : url.search.slice(1);
      const call = `${method} ${url.pathname}`;
      received.push({ call, form, headers });
      const perform = () => answer({ method, path: url.pathname, form, headers });
      const trouble = disturbances.find((one) => one.call === call && one.count > 0);
      if (!trouble) {
        sendAnswer(response, perform());
        return;
      }
      trouble.count--;
      if (trouble.isPerformed) perform();
      if (trouble.result === 'drop') request.socket.destroy();
      if (typeof trouble.result === 'number')
        sendAnswer(response, { status: trouble.result, body: { error: { type: 'api_error' } } });
    },
  };
}

type NewAccount = Pick<Account, 'id' | 'isLive'> & AccountOptions;

function openAccount({ outbox, ...values }: NewAccount): Account {
  const account: Account = {
    ...values,
    currency: 'usd',
    objects: new Map(),
    declines: new Map(),
    answers: new Map(),
    notify: (type, object) => outbox.add(account, type, object),
  };
  create(account, 'account', {
    id: values.id,
    charges_enabled: true,
    payouts_enabled: true,
    details_submitted: true,
    default_currency: account.currency,
    country: 'US',
    type: 'standard',
  });
  return account;
}

/** 0 where nobody listens. */
async function post(url: string, body: string, headers: Record<string, string>): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST', body, headers })).status;
  } catch {
    return 0;
  }
}

type PageState = Parameters<typeof control>[0];

async function openPage(state: PageState, url: URL, body: string): Promise<Page> {
  const form = new URLSearchParams(body);
  const action = form.get('action') ?? '';
  const session = /^\/pay\/(\w+)$/.exec(url.pathname)?.[1];
  if (session) return checkoutPage(state.account, session, action);
  if (action === '') return controlPage(state);
  await control(state, action, form.get('id') ?? '');
  return { status: 303, body: '', location: '/' };
}

function sendPage(response: http.ServerResponse, { status, body, location }: Page): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    ...(location && { location }),
  });
  response.end(body);
}

function sendAnswer(response: http.ServerResponse, { status, body }: Answer): void {
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(7).toString('hex')}`,
  });
  response.end(JSON.stringify(body));
}
