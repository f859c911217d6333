// What a call with the SDK costs beside the same call with `fetch`: processor time of this process,
// against a server that does nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Weftline } from '../sdk/src/index.ts';
import { takeTurns } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';

const callsInRound = 200;
const roundsOf = (isShort: boolean) => (isShort ? 40 : 150);
const warmUpRounds = 15;
const body = {
  destination_country: 'DE',
  origin_country: 'JP',
  price: { amount: '18600', currency: 'EUR' },
};

export default async function measureSdk({ isShort }: BenchOptions): Promise<Row[]> {
  const server = fork(path.join(import.meta.dirname, 'programs/bare-calculation.ts'));
  try {
    const [port] = (await once(server, 'message')) as [number];
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = new Weftline({ baseUrl, apiKey: 'sk_live_bench' });
    const calls = {
      sdk: () => client.customs.calculateVehicle(body),
      bare: () => fetchBare(baseUrl),
    };
    const rounds = { count: roundsOf(isShort), warmUp: warmUpRounds };
    const costs = await takeTurns(['sdk', 'bare'], rounds, (name) => measure(calls[name]));
    return [
      {
        what: 'a call with the SDK, against `fetch` with the same headers and body',
        measured: costs.sdk,
        baseline: costs.bare,
        unit: 'µs CPU',
        limit: 1.05,
      },
    ];
  } finally {
    server.kill();
  }
}

/** As a careful program does it: with a time limit, a key for repetitions, and a look at errors. */
async function fetchBare(baseUrl: string): Promise<unknown> {
  const response = await fetch(`${baseUrl}/apix/data_customs/vehicle-calculation/calculate/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-api-key': 'sk_live_bench',
      'idempotency-key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}

/** Microseconds of processor time of each call. */
async function measure(call: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < callsInRound; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / callsInRound;
}
