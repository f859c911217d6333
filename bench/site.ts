// The cost of serving the home page, compared with a minimal server of the same bytes.
import { product, requireLinux, type Server, startServer } from './load/processes.ts';
import { compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { readResponse, startBare } from './load/same-response.ts';
import { openTestbed } from './load/testbed.ts';

const countRequests = (isShort: boolean) => (isShort ? 12_000 : 20_000);
const asBrowser = 'Host: 127.0.0.1\r\nAccept-Encoding: gzip, br\r\nAccept: text/html\r\n';

export default async function measureSite({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  const servers: Server[] = [];
  try {
    const ours = await startServer(product, testbed.env, '/readyz');
    servers.push(ours);
    const bare = await startBare(await readResponse(ours.port, '/'));
    servers.push(bare);
    const requests = [`GET / HTTP/1.1\r\n${asBrowser}\r\n`];
    const load = { requests, count: countRequests(isShort), status: 200 };
    const cpu = await compareCpu({
      bare: { server: bare, load },
      ours: { server: ours, load },
    });
    return [
      {
        what: 'GET / as a browser asks',
        measured: cpu.ours,
        baseline: cpu.bare,
        unit: 'µs CPU',
        limit: 1.25,
      },
    ];
  } finally {
    for (const server of servers) await server.stop();
    await testbed.close();
  }
}
