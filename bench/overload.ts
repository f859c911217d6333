// What a process does with three times the calls that it can answer: how many it still answers, how
// long those take, and whether the load balancer's probe gets through. The calls are made on the
// last core of the machine; the process and PostgreSQL share the others, for the peak, too.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { findFreePort } from '#test/processes/ports.ts';
import { pinToLoadCore, pinToServerCores, unpin } from './load/cores.ts';
import { type Reply, runOpenLoop } from './load/open-loop.ts';
import { product, type Server, startServer } from './load/processes.ts';
import { runLoad } from './load/requests.ts';
import { takeTurns } from './load/rounds.ts';
import { percentileOf, type Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';
import type { Probe } from './programs/probe-health.ts';

const urls = ['/apix/accounts/profile/', '/apix/payments/payments/', '/apix/support/tickets/'];
const overloadFactor = 3;
const warmUpCalls = 3000;
// In turn and many times, because machines change their speed within seconds.
const rounds = { count: 6, warmUp: 1 };
const capacitySeconds = 2;
const overloadSeconds = 4;
/** Until the connections are open and the limit of calls in flight has found its place. */
const settleSeconds = 2;

type Setup = { port: number; healthPort: number; requests: readonly string[] };

/** What came back in one round, of calls and of probes in milliseconds. */
type Overload = { replies: Reply[]; atHealthPort: number[]; atPort: number[] };

const acceptedOf = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200);

export default async function measureOverload(): Promise<Row[]> {
  pinToServerCores();
  const testbed = await openTestbed();
  const healthPort = await findFreePort();
  const env = { ...testbed.env, HEALTH_PORT: String(healthPort), LOG_LEVEL: 'warn' };
  const server = await startServer(product, env, '/readyz');
  pinToLoadCore();
  try {
    const { port } = server;
    const requests = testbed.tokens.map((token, at) => requestOf(urls[at % urls.length]!, token));
    const setup: Setup = { port, healthPort, requests };
    const overloads: Overload[] = [];
    await runLoad({ port, requests, count: warmUpCalls, status: 200 }, closedConnections);
    let capacity = await measureCapacity(setup);
    const costs = await takeTurns(['usual', 'overload'], rounds, async (name) => {
      if (name === 'usual') {
        capacity = await measureCapacity(setup);
        return 1 / capacity;
      }
      const seen = await overload(setup, capacity);
      overloads.push(seen);
      return overloadSeconds / acceptedOf(seen.replies).length;
    });
    return rowsOf({ capacity: 1 / costs.usual, goodput: 1 / costs.overload, overloads, server });
  } finally {
    unpin();
    await server.stop();
    await testbed.close();
  }
}

/** While three times as many calls come as it can answer. */
async function overload(
  { port, healthPort, requests }: Setup,
  capacity: number,
): Promise<Overload> {
  const seconds = settleSeconds + overloadSeconds;
  const [replies, atHealthPort, atPort] = await Promise.all([
    runOpenLoop({ port, requests, seconds, perSecond: overloadFactor * capacity }),
    probeHealth({ port: healthPort, seconds }),
    probeHealth({ port, seconds }),
  ]);
  return {
    replies: afterSettling(replies),
    atHealthPort: afterSettling(atHealthPort),
    atPort: afterSettling(atPort),
  };
}

/** Of what was asked for at one rate. */
const afterSettling = <T>(all: readonly T[]): T[] =>
  all.slice(Math.ceil((all.length * settleSeconds) / (settleSeconds + overloadSeconds)));

/** So few that nothing is refused. */
const closedConnections = 16;

const requestOf = (url: string, token: string) =>
  `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n\r\n`;

/** Calls a second of clients that wait for each response. */
async function measureCapacity({ port, requests }: Setup): Promise<number> {
  const startedMs = performance.now();
  let calls = 0;
  while (performance.now() - startedMs < capacitySeconds * 1000) {
    await runLoad({ port, requests, count: 100, status: 200 }, closedConnections);
    calls += 100;
  }
  return (calls * 1000) / (performance.now() - startedMs);
}

/** How long each /healthz took in milliseconds. */
async function probeHealth(probe: Probe): Promise<number[]> {
  const program = new URL('programs/probe-health.ts', import.meta.url);
  const [times] = await once(new Worker(program, { workerData: probe }), 'message');
  return times;
}

type Measured = {
  capacity: number;
  goodput: number;
  overloads: readonly Overload[];
  server: Server;
};

function rowsOf({ capacity, goodput, overloads, server }: Measured): Row[] {
  const replies = overloads.flatMap((one) => one.replies);
  const atHealthPort = overloads.flatMap((one) => one.atHealthPort);
  const atPort = overloads.flatMap((one) => one.atPort);
  const accepted = acceptedOf(replies);
  const refused = replies.filter(({ status }) => status === 503);
  const times = accepted.map(({ ms }) => ms);
  const seconds = overloadSeconds * overloads.length;
  return [
    { what: 'calls a second that it can answer', measured: capacity, unit: '' },
    { what: 'calls a second that come', measured: replies.length / seconds, unit: '' },
    { what: '  answered', measured: goodput, unit: 'a second' },
    {
      what: '  less than without overload',
      measured: Math.max(0, 100 * (1 - goodput / capacity)),
      unit: '%',
      limit: 20,
    },
    { what: '  p50 of them', measured: percentileOf(times, 0.5), unit: 'ms' },
    { what: '  p99 of them', measured: percentileOf(times, 0.99), unit: 'ms', limit: 1000 },
    {
      what: 'p99 of refusals',
      measured: percentileOf(
        refused.map(({ ms }) => ms),
        0.99,
      ),
      unit: 'ms',
    },
    {
      what: 'p99 of /healthz at HEALTH_PORT',
      measured: percentileOf(atHealthPort, 0.99),
      unit: 'ms',
      limit: 100,
    },
    {
      what: '  at the port of the calls',
      measured: percentileOf(atPort, 0.99),
      unit: 'ms',
    },
    {
      what: 'neither answered nor refused',
      measured: replies.length - accepted.length - refused.length,
      unit: '',
      limit: 0,
    },
    { what: 'memory after that', measured: server.residentBytes() / 1024 ** 2, unit: 'MB' },
  ];
}
