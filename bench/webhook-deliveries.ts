// Deliveries of customers' webhooks by one process to a receiver on this machine: how long each
// takes of a backlog, and the delay from commit to arrival at 500 events a second.
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '#kernel/database/open-database.ts';
import { createId } from '#kernel/ids.ts';
import { createSealer } from '#kernel/sealing/sealer.ts';
import { product, startServer } from './load/processes.ts';
import type { Bench, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const endpointsMax = 50;
const backlog = { whole: 10_000, short: 2000 } as const;
const eventsEachSecond = 500;
const seconds = { whole: 20, short: 4 } as const;
const tickMs = 50;
const type = 'payment.completed';

type Receiver = { url: string; arrivedMs: Map<string, number>; close(): void };

async function openReceiver(): Promise<Receiver> {
  const arrivedMs = new Map<string, number>();
  const server = http.createServer((request, response) => {
    const id = String(request.headers['webhook-id']);
    if (!arrivedMs.has(id)) arrivedMs.set(id, performance.now());
    request.resume();
    request.on('end', () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}/`, arrivedMs, close };
}

type Endpoint = { id: string; accountId: number };

async function insertEndpoints(
  { pool }: Database,
  secret: string,
  url: string,
): Promise<Endpoint[]> {
  const sealer = createSealer([secret], 'webhook-secrets');
  const { rows } = await pool.query<{ id: number }>('select id from account limit $1', [
    endpointsMax,
  ]);
  return Promise.all(
    rows.map(async ({ id: accountId }) => {
      const [id, secretId] = [createId(), createId()];
      await pool.query(
        `insert into webhook_endpoint (id, account_id, url, description, created_at, updated_at)
         values ($1, $2, $3, '', now(), now())`,
        [id, accountId, url],
      );
      const sealed = sealer.seal(secretId, `whsec_${randomBytes(32).toString('base64')}`);
      await pool.query(
        `insert into webhook_secret (id, endpoint_id, sealed, created_at)
         values ($1, $2, $3, now())`,
        [secretId, id, sealed],
      );
      return { id, accountId };
    }),
  );
}

/** As the outbox writes them, in one transaction. Returns the ids, and when they were committed. */
async function commitEvents({ pool }: Database, endpoints: readonly Endpoint[], count: number) {
  const ids = Array.from({ length: count }, () => createId());
  const of = (at: number) => endpoints[at % endpoints.length]!;
  const data = { uuid: createId(), amount: '50.00', currency: 'USD', status: 'completed' };
  const bodies = ids.map((id, sequence) => JSON.stringify({ type, id, sequence, data }));
  await pool.query(
    `with message as (
       insert into webhook_message (id, account_id, sequence, type, is_test, body, created_at)
       select id, account_id, 1, $5, false, body, now()
       from unnest($1::uuid[], $2::int[], $4::text[]) as t (id, account_id, body)
     ), delivery as (
       insert into webhook_delivery
         (id, message_id, endpoint_id, account_id, type, state, next_attempt_at, created_at)
       select gen_random_uuid(), id, endpoint_id, account_id, $5, 'waiting', now(), now()
       from unnest($1::uuid[], $2::int[], $3::uuid[]) as t (id, account_id, endpoint_id)
     )
     select pg_notify('live_topics', json_build_array(gen_random_uuid(), 0, 'webhooks', null)::text)`,
    [ids, ids.map((_, at) => of(at).accountId), ids.map((_, at) => of(at).id), bodies, type],
  );
  return { ids, committedMs: performance.now() };
}

async function waitForAll({ arrivedMs }: Receiver, count: number): Promise<void> {
  while (arrivedMs.size < count) await sleep(5);
}

/** The milliseconds from commit to arrival, in order. */
async function measureDelays(
  database: Database,
  endpoints: readonly Endpoint[],
  { receiver, ticks }: { receiver: Receiver; ticks: number },
): Promise<number[]> {
  const perTick = (eventsEachSecond * tickMs) / 1000;
  const committed: Awaited<ReturnType<typeof commitEvents>>[] = [];
  const before = receiver.arrivedMs.size;
  const startedMs = performance.now();
  for (let tick = 0; tick < ticks; tick++) {
    await sleep(Math.max(0, startedMs + tick * tickMs - performance.now()));
    committed.push(await commitEvents(database, endpoints, perTick));
  }
  await waitForAll(receiver, before + ticks * perTick);
  return committed
    .flatMap(({ ids, committedMs }) =>
      ids.map((id) => Math.max(0, receiver.arrivedMs.get(id)! - committedMs)),
    )
    .toSorted((a, b) => a - b);
}

const measureDeliveries: Bench = async ({ isShort }): Promise<Row[]> => {
  const size = isShort ? 'short' : 'whole';
  const testbed = await openTestbed();
  const receiver = await openReceiver();
  const env = { ...testbed.env, WEBHOOKS_ALLOW_PRIVATE: 'on' };
  const server = await startServer(product, env, '/readyz');
  try {
    const { database } = testbed;
    const endpoints = await insertEndpoints(database, testbed.env.APP_SECRET!, receiver.url);
    await commitEvents(database, endpoints, endpointsMax);
    await waitForAll(receiver, endpointsMax);
    const { committedMs } = await commitEvents(database, endpoints, backlog[size]);
    await waitForAll(receiver, endpointsMax + backlog[size]);
    const each = (performance.now() - committedMs) / backlog[size];
    const ticks = (seconds[size] * 1000) / tickMs;
    const delays = await measureDelays(database, endpoints, { receiver, ticks });
    return [
      {
        what: `time for each of ${backlog[size]} deliveries (500 a second: 2 ms)`,
        measured: each,
        unit: 'ms',
        limit: 2,
      },
      {
        what: `p99 from commit to arrival at ${eventsEachSecond} events a second`,
        measured: delays[Math.floor(delays.length * 0.99)]!,
        unit: 'ms',
        limit: 2000,
      },
    ];
  } finally {
    await server.stop();
    receiver.close();
    await testbed.close();
  }
};
export default measureDeliveries;
