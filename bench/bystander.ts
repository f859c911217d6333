// How long reading a profile takes while another account writes, with twice as many parallel calls
// as there are connections: for every write of the API in turn.
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultLimits } from '#kernel/database/pool.ts';
import { listEndpoints } from '#lib/api-description.ts';
import type { Endpoint } from '#lib/endpoint.ts';
import { contracts } from '../src/contracts.ts';
import { inboundSecret } from '../test/factories/inbound-mail.ts';
import { closeTestApp, openTestApp, type TestApp } from '../test/harness.ts';
import { prepare, toRequest } from '../test/whole-system/writes/all-writes.ts';
import { product, type Server, startServer } from './load/processes.ts';
import { findP95, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const readEveryMs = 20;
const quietMs = 400;
const warmUpReads = 300;
const slowestMax = 3;
const callsAtOnce = 2 * defaultLimits.max;

export default async function measureBystander(): Promise<Row[]> {
  const testbed = await openTestbed();
  const env = {
    ...testbed.env,
    PAYMENTS_SANDBOX: 'on',
    PROXY_ALLOW_PRIVATE: '1',
    INBOUND_MAIL_SECRET: inboundSecret,
  };
  const server = await startServer(product, env, '/readyz');
  // Creates the objects of the calls, in this process and on the same database.
  const t = await openTestApp(testbed.database, env);
  try {
    const read = createReader(server, testbed.tokens);
    for (let at = 0; at < warmUpReads; at++) await read();
    const measured: Measured[] = [];
    for (const { endpoint } of listEndpoints(contracts))
      if (endpoint.method !== 'GET') measured.push(await measure(t, server, endpoint, read));
    return toRows(measured);
  } finally {
    await server.stop();
    await closeTestApp(t);
    await testbed.close();
  }
}

/** Whether the call got a response. */
type Read = () => Promise<boolean>;
type Reading = { timesMs: number[]; failures: number };
type Measured = { name: string; quiet: Reading; loaded: Reading; failures: number };

async function measure(
  t: TestApp,
  { port }: Server,
  endpoint: Endpoint,
  read: Read,
): Promise<Measured> {
  const name = `${endpoint.method} ${endpoint.path}`;
  const write = await prepare(t, name);
  const quiet = await readDuring(read, sleep(quietMs));
  const calls = Array.from({ length: callsAtOnce }, async (_, at) => {
    const { method, url, headers, payload } = toRequest(endpoint, write, at);
    const body = payload && new Uint8Array(payload);
    const answer = await fetch(`http://127.0.0.1:${port}${url}`, {
      method,
      headers,
      ...(body && { body }),
    });
    const text = await answer.text();
    return answer.status >= 500 && !write.mayBeBusy?.some((code) => text.includes(`"${code}"`));
  });
  const writing = Promise.all(calls);
  const loaded = await readDuring(read, writing);
  // Staff are notified of many events: those of earlier endpoints would slow each later one down.
  await t.kernel.work.write((tx) => tx.deleteFrom('account_role').execute());
  return { name, quiet, loaded, failures: (await writing).filter(Boolean).length };
}

/** A new account each time, because an account may make 600 calls a minute. */
function createReader({ port }: Server, tokens: readonly string[]): Read {
  let next = 0;
  return async () => {
    const headers = { authorization: `Bearer ${tokens[next++ % tokens.length]}` };
    const url = `http://127.0.0.1:${port}/apix/accounts/profile/`;
    const answer = await fetch(url, { headers }).catch(() => null);
    await answer?.arrayBuffer();
    return answer?.status === 200;
  };
}

/** Reads at a constant rate, regardless of pending responses; the duration of each. */
async function readDuring(read: Read, until: Promise<unknown>): Promise<Reading> {
  let isOver = false;
  const end = until.finally(() => {
    isOver = true;
  });
  const reads: Promise<[isAnswered: boolean, ms: number]>[] = [];
  const startedMs = performance.now();
  while (!isOver) {
    // A read that could not be sent in time has waited as well.
    const dueMs = startedMs + reads.length * readEveryMs;
    reads.push(read().then((isAnswered) => [isAnswered, performance.now() - dueMs]));
    await sleep(Math.max(0, dueMs + readEveryMs - performance.now()));
  }
  await end;
  const all = await Promise.all(reads);
  return {
    timesMs: all.map(([, ms]) => ms),
    failures: all.filter(([isAnswered]) => !isAnswered).length,
  };
}

const failuresRow = (what: string, measured: number) => ({ what, measured, unit: '', limit: 0 });

function toRows(measured: readonly Measured[]): Row[] {
  const unit = 'ms';
  const quietP95 = findP95(measured.flatMap(({ quiet }) => quiet.timesMs));
  const loadedP95 = findP95(measured.flatMap(({ loaded }) => loaded.timesMs));
  const slowest = measured
    .map(({ name, loaded: { timesMs } }) => ({
      what: `  during ${name}`,
      measured: findP95(timesMs),
      unit,
    }))
    .toSorted((a, b) => b.measured - a.measured)
    .slice(0, slowestMax);
  const count = (of: (one: Measured) => number) => measured.reduce((sum, one) => sum + of(one), 0);
  return [
    { what: 'p95 of a profile while nothing else happens', measured: quietP95, unit },
    { what: `p95 beside ${callsAtOnce} calls of another account`, measured: loadedP95, unit },
    { what: 'the difference', measured: loadedP95 - quietP95, unit, limit: 50 },
    ...slowest,
    failuresRow(
      'profiles without an answer',
      count(({ loaded }) => loaded.failures),
    ),
    failuresRow(
      'calls that were answered 5xx',
      count(({ failures }) => failures),
    ),
    ...measured
      .filter(({ failures }) => failures > 0)
      .map(({ name, failures }) => ({ what: `  of ${name}`, measured: failures, unit: '' })),
  ];
}
