// What a process does with three times the calls that it can answer: how many it still answers, how
// long those take, and whether the load balancer's probe gets through. The calls are made on the
// last core of the machine; the process and PostgreSQL share the others, for the peak, too.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findFreePort } from '#test/processes/ports.ts';
import { car, goods } from './load/calculations.ts';
import { pinToLoadCore, pinToServerCores, unpin } from './load/cores.ts';
import { type Reply, runOpenLoop } from './load/open-loop.ts';
import { product, type Server, startServer } from './load/processes.ts';
import { rawRequest } from './load/raw-request.ts';
import { runLoad } from './load/requests.ts';
import { apiConnections, takeTurns } from './load/rounds.ts';
import { findPercentile, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';
import type { Probe } from './programs/probe-health.ts';

/** With a body it is a POST. */
type Call = { url: string; body?: object };

const reads: readonly Call[] = [
  { url: '/apix/accounts/profile/' },
  { url: '/apix/payments/payments/' },
  { url: '/apix/support/tickets/' },
];
const calculations: readonly Call[] = [
  { url: '/apix/data_customs/custom-calculation/' },
  { url: '/apix/data_customs/custom-calculation/calculate/', body: goods },
  { url: '/apix/data_customs/vehicle-calculation/calculate/', body: car },
];
type Workload = { name: string; calls: readonly Call[]; limit: number | undefined };
/**
 * The promise is for customers who read and calculate. A refusal costs the same whatever is
 * refused, so cheap reads alone are the worst case: it is measured, and not promised.
 */
const workloads: readonly Workload[] = [
  { name: 'reads and calculations', calls: [...reads, ...calculations], limit: 20 },
  { name: 'reads alone', calls: reads, limit: undefined },
];
const overloadFactor = 3;
// In turn and many times, because machines change their speed within seconds.
const rounds = { count: 10, warmUp: 1 };
/** At least: all accounts call equally often. */
const capacitySeconds = 2;
const overloadSeconds = 4;
/** Until the connections are open and the limit of calls in flight has found its place. */
const settleSeconds = 2;

type Setup = { server: Server; healthPort: number; requests: readonly string[] };

/** What came back in one round, of calls and of probes in milliseconds. */
type Overload = {
  replies: Reply[];
  /** Calls a second, also those that came before it settled. */
  goodput: number;
  atHealthPort: number[];
  atPort: number[];
};

const listAccepted = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200);

export default async function measureOverload(): Promise<Row[]> {
  pinToServerCores();
  const testbed = await openTestbed();
  const healthPort = await findFreePort();
  const env = { ...testbed.env, HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn' };
  const server = await startServer(product, env, '/readyz');
  pinToLoadCore();
  try {
    const rows: Row[] = [];
    for (const workload of workloads) {
      const { calls } = workload;
      const requests = testbed.tokens.map((token, at) =>
        createRequest(calls[at % calls.length]!, token),
      );
      rows.push(...toRows(workload, await measureWorkload({ server, healthPort, requests })));
    }
    const memory = server.residentBytes() / 1024 ** 2;
    return [...rows, { what: 'memory after that', measured: memory, unit: 'MB' }];
  } finally {
    unpin();
    await server.stop();
    await testbed.close();
  }
}

const createRequest = ({ url, body }: Call, token: string) =>
  rawRequest(body ? 'POST' : 'GET', url, [`Authorization: Bearer ${token}`], body);

async function measureWorkload(setup: Setup): Promise<Measured> {
  const overloads: Overload[] = [];
  let capacity = await measureCapacity(setup);
  const costs = await takeTurns(['usual', 'overload'], rounds, async (name) => {
    if (name === 'usual') {
      capacity = await measureCapacity(setup);
      return 1 / capacity;
    }
    const seen = await overload(setup, capacity);
    overloads.push(seen);
    return 1 / seen.goodput;
  });
  return { capacity: 1 / costs.usual, goodput: 1 / costs.overload, overloads };
}

/** While three times as many calls come as it can answer. */
async function overload(
  { server: { port }, healthPort, requests }: Setup,
  capacity: number,
): Promise<Overload> {
  const seconds = settleSeconds + overloadSeconds;
  // Before the load, which would come late while they start.
  const [healthPortProbe, portProbe] = await Promise.all([
    startProbe({ port: healthPort, seconds }),
    startProbe({ port, seconds }),
  ]);
  const [replies, atHealthPort, atPort] = await Promise.all([
    runOpenLoop({ port, requests, seconds, perSecond: overloadFactor * capacity }),
    healthPortProbe.times,
    portProbe.times,
  ]);
  return {
    replies: afterSettling(replies),
    goodput: countAnswered(replies) / overloadSeconds,
    atHealthPort: afterSettling(atHealthPort),
    atPort: afterSettling(atPort),
  };
}

/** Within the seconds after it settled. */
const countAnswered = (replies: readonly Reply[]): number =>
  listAccepted(replies).filter(({ dueMs, ms }) => {
    const seconds = (dueMs + ms) / 1000 - settleSeconds;
    return seconds >= 0 && seconds < overloadSeconds;
  }).length;

/** Of what was asked for at one rate. */
const afterSettling = <T>(all: readonly T[]): T[] =>
  all.slice(Math.ceil((all.length * settleSeconds) / (settleSeconds + overloadSeconds)));

/**
 * Calls a second of clients that wait for each response. All accounts call, as under overload: of
 * fewer the process would remember more.
 */
async function measureCapacity({ server: { port }, requests }: Setup): Promise<number> {
  const startedMs = performance.now();
  let calls = 0;
  while (performance.now() - startedMs < capacitySeconds * 1000) {
    await runLoad({ port, requests, count: requests.length, status: 200 }, apiConnections);
    calls += requests.length;
  }
  return (calls * 1000) / (performance.now() - startedMs);
}

/** It runs already. `times` says how long each /healthz took in milliseconds. */
async function startProbe(probe: Probe): Promise<{ times: Promise<number[]> }> {
  const program = new URL('programs/probe-health.ts', import.meta.url);
  const worker = new Worker(program, { workerData: probe });
  await once(worker, 'message');
  return { times: once(worker, 'message').then(([times]) => times) };
}

type Measured = {
  /** Calls a second. */
  capacity: number;
  goodput: number;
  overloads: readonly Overload[];
};

function toRows({ name, limit }: Workload, { capacity, goodput, overloads }: Measured): Row[] {
  const replies = overloads.flatMap((one) => one.replies);
  const atHealthPort = overloads.flatMap((one) => one.atHealthPort);
  const atPort = overloads.flatMap((one) => one.atPort);
  const accepted = listAccepted(replies);
  const refused = replies.filter(({ status }) => status === 503);
  const times = accepted.map(({ ms }) => ms);
  const seconds = overloadSeconds * overloads.length;
  return [
    { what: `${name}: what it can answer`, measured: capacity, unit: 'a second' },
    { what: '  what comes', measured: replies.length / seconds, unit: 'a second' },
    { what: '  what is answered', measured: goodput, unit: 'a second' },
    {
      what: '  less than without overload',
      measured: Math.max(0, 100 * (1 - goodput / capacity)),
      unit: '%',
      ...(limit !== undefined && { limit }),
    },
    { what: '  p50 of them', measured: findPercentile(times, 0.5), unit: 'ms' },
    { what: '  p99 of them', measured: findPercentile(times, 0.99), unit: 'ms', limit: 1000 },
    {
      what: '  p99 of refusals',
      measured: findPercentile(
        refused.map(({ ms }) => ms),
        0.99,
      ),
      unit: 'ms',
    },
    {
      what: '  p99 of /healthz at HEALTH_PORT',
      measured: findPercentile(atHealthPort, 0.99),
      unit: 'ms',
      limit: 100,
    },
    {
      what: '  p99 of /healthz at the port of the calls',
      measured: findPercentile(atPort, 0.99),
      unit: 'ms',
    },
    {
      what: '  neither answered nor refused',
      measured: replies.length - accepted.length - refused.length,
      unit: '',
      limit: 0,
    },
  ];
}
