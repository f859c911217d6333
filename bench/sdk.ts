// What a call with the SDK costs beside the same call with `fetch`: processor time of this process,
// against a server that does nothing.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Weftline } from '../sdk/src/index.ts';
import { type BenchOptions, median, type Row } from './load/rows.ts';

const callsOf = (isShort: boolean) => (isShort ? 1500 : 5000);
const rounds = 7;
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
    const count = callsOf(isShort);
    const withSdk = () => client.customs.calculateVehicle(body);
    const withFetch = () => fetchBare(baseUrl);
    await measure(withFetch, count);
    await measure(withSdk, count);
    const costs = { sdk: [] as number[], bare: [] as number[] };
    for (let round = 0; round < rounds; round++) {
      costs.bare.push(await measure(withFetch, count));
      costs.sdk.push(await measure(withSdk, count));
    }
    return [
      {
        what: 'a call with the SDK, against `fetch` with the same headers and body',
        measured: median(costs.sdk),
        baseline: median(costs.bare),
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
async function measure(call: () => Promise<unknown>, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < count; at++) await call();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
