// Webhooks of a provider, each sent twice, to a separate server, whose jobs credit them meanwhile.

import assert from 'node:assert/strict';
import type { KeyObject } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  sandboxKeys,
  sandboxSignatureHeader,
  signSandboxBody,
} from '#areas/payments/server/providers/sandbox/sandbox-signature.ts';
import type { Database } from '#kernel/database/open-database.ts';
import { product, requireLinux, startServer } from './load/processes.ts';
import { runLoad } from './load/requests.ts';
import { median, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const paymentsMax = 200;
const eventsOfEach = 10;
const roundsMax = 3;
const creditedTimeoutMs = 60_000;

export default async function measureWebhooks(): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const { database } = testbed;
  const { APP_SECRET = '' } = testbed.env;
  const env = { ...testbed.env, PAYMENTS_SANDBOX: 'on' };
  const server = await startServer(product, env, '/readyz');
  try {
    const costs: number[] = [];
    const delays: number[] = [];
    const cpu: number[] = [];
    for (let round = 1; round <= roundsMax; round++) {
      const requests = eventsAbout(
        await fill(database, round),
        round,
        sandboxKeys([APP_SECRET])[0],
      );
      const cpuBefore = server.cpuSeconds();
      const startedMs = performance.now();
      await runLoad({ port: server.port, requests, count: requests.length, status: 200 });
      const answeredMs = performance.now();
      const cpuSeconds = server.cpuSeconds() - cpuBefore;
      await waitForCredits(database, round);
      cpu.push((cpuSeconds * 1_000_000) / requests.length);
      costs.push(((answeredMs - startedMs) * 1000) / requests.length);
      delays.push((performance.now() - answeredMs) / 1000);
    }
    return [
      {
        what: 'a webhook taken in, every other one a duplicate',
        measured: median(costs),
        unit: 'µs',
        limit: 500,
      },
      { what: '  of the server, credits beside it', measured: median(cpu), unit: 'µs CPU' },
      { what: '  the last is credited, each once, after', measured: median(delays), unit: 's' },
    ];
  } finally {
    await server.stop();
    await testbed.close();
  }
}

/** Raw requests. Each is repeated while others arrive. */
function eventsAbout(payments: readonly string[], round: number, key: KeyObject): string[] {
  const now = new Date();
  const request = (at: number) => {
    const order_id = payments[at % payments.length]!;
    const body = JSON.stringify({
      id: `event-${round}-${at}`,
      payment_id: `bench-${order_id}`,
      order_id,
      status: 'finished',
      price_amount: '25',
      price_currency: 'USD',
    });
    return [
      'POST /apix/payments/webhook/ HTTP/1.1',
      'Host: 127.0.0.1',
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      `${sandboxSignatureHeader}: ${signSandboxBody(key, body, now)}`,
      '',
      body,
    ].join('\r\n');
  };
  const first = Array.from({ length: paymentsMax * eventsOfEach }, (_, at) => request(at));
  const backBy = 500;
  return first.flatMap((one, at) => [one, first[Math.max(at - backBy, 0)]!]);
}

/** Open payments of $25 that were paid at the sandbox, three per customer. */
async function fill({ pool }: Database, round: number): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `with made as (
       select gen_random_uuid() as id, n, now() as at, now() + interval '1 hour' as until
       from generate_series(1, $1::int) n
     ), books as (
       insert into sandbox_payment (id, provider_payment_id, status, price_amount, price_currency,
         pay_amount, pay_currency, expires_at, created_at, updated_at)
       select id, 'bench-' || id, 'finished', 25, 'USD', 25, 'USD', until, at, at from made
       returning id
     ), transfers as (
       insert into sandbox_transfer (id, sandbox_payment_id, amount, currency, hash, confirmations,
         created_at)
       select 'transfer-' || id, id, 25, 'USD', 'bench', 100, now() from books
     )
     insert into payment (id, internal_id, account_id, amount, currency, pay_currency, pay_amount,
       exchange_rate, rate_source, rate_at, provider, provider_payment_id, is_test,
       status_changed_at, expires_at, created_at, updated_at)
     select id, 'PAY_' || $2::int || '_' || n, 1 + n % 100, 25, 'USD', 'USD', 25, 1, 'bench', at,
       'sandbox', 'bench-' || id, true, at, until, at, at
     from made join books using (id)
     returning id`,
    [paymentsMax, round],
  );
  return rows.map(({ id }) => id);
}

/** Throws when the credited sum differs from the received one. */
async function waitForCredits({ pool }: Database, rounds: number): Promise<void> {
  const deadline = Date.now() + creditedTimeoutMs;
  const read = async (text: string) =>
    (await pool.query<{ value: string }>(text, [])).rows[0]?.value;
  const open = `select count(*)::text as value from webhook_event where status <> 'processed'`;
  while ((await read(open)) !== '0') {
    assert(Date.now() < deadline, 'Webhooks are left over.');
    await sleep(20);
  }
  const journals = await read('select count(*)::text as value from journal');
  const credited = await read('select sum(balance)::int::text as value from wallet_balance');
  assert.equal(journals, String(rounds * paymentsMax));
  assert.equal(credited, String(rounds * paymentsMax * 25));
}
