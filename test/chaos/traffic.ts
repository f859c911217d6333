// The load: customers who write, repeat what was not acknowledged, and note what was.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../fuzz/random.ts';
import { uniqueAddress } from '../processes/app-process.ts';
import type { Call, Client } from './client.ts';
import { createOpenWrites, type OpenWrites } from './open-writes.ts';
import { createPayer, type Payer } from './payer.ts';
import type { WriteLog } from './write-log.ts';

export type Customers = {
  /** The access token of a customer, by number. */
  token(customer: number): string;
  count: number;
  apiKeys: readonly string[];
};

export type Traffic = {
  payer: Payer;
  /** Ends new writes, and repeats the others until all are answered or the time is over. */
  finish(timeoutMs: number): Promise<void>;
  /** Writes that are neither acknowledged nor refused. */
  open(): number;
};

export type TrafficOptions = {
  client: Client;
  log: WriteLog;
  customers: Customers;
  random: Random;
  secret: string;
};

type Ticket = { customer: number; id: string };
type Sources = Omit<TrafficOptions, 'secret'> & {
  tickets: readonly Ticket[];
  writes: OpenWrites;
  pay: (uuid: string) => void;
};

const repeatEveryMs = 500;
const openMax = 400;
/** The pause of the most frequent writer, and how much longer that of each next one is. */
const pause = { leastMs: 10, moreMs: 20 };

/** Creates the tickets that messages go to, and begins. */
export async function startTraffic({ secret, ...options }: TrafficOptions): Promise<Traffic> {
  const { client, log, random } = options;
  const writes = createOpenWrites(client, log);
  const payer = createPayer(client, random, secret);
  const paying = new Set<Promise<void>>();
  const pay = (uuid: string) => {
    const one = payer.pay(uuid).finally(() => paying.delete(one));
    paying.add(one);
  };
  const tickets = await createTickets(options);
  let isOver = false;
  const writers = createWriters({ ...options, tickets, writes, pay }).map(async (write, at) => {
    while (!isOver) {
      if (writes.count() < openMax) await write();
      await sleep(pause.leastMs + pause.moreMs * at);
    }
  });
  const repeater = (async () => {
    while (!isOver) {
      await sleep(repeatEveryMs);
      await writes.repeat();
    }
  })();
  return {
    payer,
    async finish(timeoutMs) {
      isOver = true;
      const deadlineMs = performance.now() + timeoutMs;
      await Promise.all([...writers, repeater]);
      while (writes.count() > 0 && performance.now() < deadlineMs) {
        await writes.repeat();
        await sleep(repeatEveryMs);
      }
      payer.stop();
      await Promise.all(paying);
    },
    open: () => writes.count(),
  };
}

/** The first ones are the most frequent. */
function createWriters(sources: Sources): readonly (() => Promise<void>)[] {
  const { client, log, customers, random, tickets, writes, pay } = sources;
  const anyone = () => random.below(customers.count);
  let ticketCount = 0;
  return [
    () => {
      const mark = randomUUID();
      const { customer, id } = random.pick(tickets);
      const path = `/apix/support/tickets/${id}/messages/`;
      return writes.send('message', mark, () =>
        post(path, { text: mark }, authorize(customers, customer)),
      );
    },
    () => {
      const mark = randomUUID();
      // In turn: a customer who is chosen often reaches the limit of tickets a day.
      const customer = ticketCount++ % customers.count;
      const body = { subject: mark, message: 'It does not work.' };
      return writes.send('ticket', mark, () =>
        post(ticketsPath, body, authorize(customers, customer)),
      );
    },
    () => {
      const email = `${randomUUID()}@example.com`;
      const headers = { 'x-forwarded-for': uniqueAddress() };
      return writes.send('code', email, () =>
        post('/apix/accounts/otp/request/', { email }, headers),
      );
    },
    () => {
      const mark = randomUUID();
      const customer = anyone();
      const body = { amount: '5.00', pay_currency: 'USD', description: mark };
      const call = () => post('/apix/payments/payments/', body, authorize(customers, customer));
      return writes.send('payment', mark, call, ({ text }) =>
        pay((JSON.parse(text) as { uuid: string }).uuid),
      );
    },
    async () => {
      const headers = { 'x-api-key': random.pick(customers.apiKeys) };
      const path = '/apix/data_customs/currencies/convert/?from=EUR&to=USD&amount=5';
      const answer = await client.send({ method: 'GET', path, headers });
      const id = answer?.headers.get('x-request-id');
      if (answer && answer.status < 400 && id) {
        log.acknowledge(log.begin('usage', id, true), answer);
      }
    },
    async () => {
      const body = { text: `Order ${randomUUID().slice(0, 8)}`, response_format: 'wav' };
      const headers = authorize(customers, anyone());
      await client.send(post('/apix/services/tts/base64/', body, headers));
    },
  ];
}

const ticketsPath = '/apix/support/tickets/';

async function createTickets({ client, customers }: Omit<TrafficOptions, 'secret'>) {
  const tickets: Ticket[] = [];
  for (let customer = 0; customer < customers.count; customer++) {
    const body = { subject: 'Messages of the load', message: 'Hello' };
    const headers = authorize(customers, customer);
    const answer = await client.send(post(ticketsPath, body, headers));
    if (answer?.status !== 201) throw new Error(`No ticket was created: ${answer?.text}`);
    tickets.push({ customer, id: (JSON.parse(answer.text) as { uuid: string }).uuid });
  }
  return tickets;
}

const authorize = (customers: Customers, customer: number) => ({
  authorization: `Bearer ${customers.token(customer)}`,
  'x-forwarded-for': uniqueAddress(),
});

const post = (path: string, body: object, headers: Record<string, string>): Call => ({
  method: 'POST',
  path,
  body,
  headers,
});
