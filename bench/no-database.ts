// The cost of responses without a database: one that is sent before the router, and an
// unauthenticated read that is refused, which passes router, hooks, limits, errors, metrics and the
// log.
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const requestsOf = (isShort: boolean) => (isShort ? 12_000 : 20_000);
const callersCount = 2000;
// Node adds these headers itself, in both servers.
const hopHeaders = ['date', 'connection', 'keep-alive'];

export default async function measureAnswers({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const servers: Server[] = [];
  const start = async (file: string, env: Record<string, string>, readyPath = '/readyz') => {
    const server = await startServer(file, env, readyPath);
    servers.push(server);
    return server;
  };
  try {
    const env = { ...testbed.env, TRUST_PROXY: 'loopback' };
    const ours = await start(product, env);
    const quiet = await start(product, { ...env, LOG_LEVEL: 'warn' });
    const compare = async (url: string, limit?: number): Promise<Row[]> => {
      const answer = await readResponse(ours.port, url);
      const ANSWER = JSON.stringify(answer);
      const bare = await start('bench/programs/bare-response.ts', { ANSWER }, '/');
      // So many callers that none reaches its limit.
      const requests = Array.from({ length: callersCount }, (_, caller) => {
        const address = `10.1.${caller >> 8}.${caller & 255}`;
        return `GET ${url} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: ${address}\r\n\r\n`;
      });
      const load = { requests, count: requestsOf(isShort), status: answer.status };
      const cpu = await compareCpu({
        bare: { server: bare, load },
        ours: { server: ours, load },
        quiet: { server: quiet, load },
      });
      const common = { unit: 'µs CPU', baseline: cpu.bare, ...(limit && { limit }) };
      return [
        { ...common, what: `${answer.status} for GET ${url}`, measured: cpu.ours },
        { ...common, what: '  with LOG_LEVEL=warn', measured: cpu.quiet },
      ];
    };
    const health = await compare('/healthz', 1.2);
    // The other one promises nothing.
    return isShort ? health : [...health, ...(await compare('/apix/accounts/profile/'))];
  } finally {
    for (const server of servers) await server.stop();
    await testbed.close();
  }
}

async function readResponse(port: number, url: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${url}`);
  const headers = Object.fromEntries(answer.headers);
  for (const name of hopHeaders) delete headers[name];
  return { status: answer.status, headers, body: await answer.text() };
}
