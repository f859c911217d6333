// What a call by an assistant costs beside the same call by REST: the message of the Model Context
// Protocol, the tool, and the call within the process.
import { insertKeys } from './load/api-keys.ts';
import { goods } from './load/calculations.ts';
import { product, requireLinux, startServer } from './load/processes.ts';
import { rawRequest } from './load/raw-request.ts';
import { apiConnections, type Contender, compareCpu, compareTime } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const countOf = (isShort: boolean) => (isShort ? 1000 : 3000);
// An account may send 600 messages a minute: enough accounts that no round reaches the limit.
const keysMax = 500;
const timeLimit = 2;
const cpuLimit = 2.5;
const path = '/apix/data_customs/custom-calculation/';

const revision = '2026-07-28';

type Call = {
  what: string;
  tool: string;
  given: Record<string, unknown>;
  rest: (key: string) => string;
};

const calls: Call[] = [
  {
    what: 'goods calculated and kept',
    tool: 'calculateGoods',
    given: goods,
    rest: (key) => rawRequest('POST', `${path}calculate/`, [`X-API-Key: ${key}`], goods),
  },
  {
    // Of those that the first call kept.
    what: 'twenty calculations listed',
    tool: 'listGoods',
    given: { page_size: 20 },
    rest: (key) => rawRequest('GET', `${path}?page_size=20`, [`X-API-Key: ${key}`]),
  },
  // Without the database, whose time is the same for both.
  {
    what: 'goods calculated and not kept',
    tool: 'calculateGoods',
    given: { ...goods, preview: 'true' },
    rest: (key) =>
      rawRequest('POST', `${path}calculate/?preview=true`, [`X-API-Key: ${key}`], goods),
  },
];

/** A call as a client of this revision sends it. */
function postMessage(key: string, { tool, given }: Call): string {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: tool, arguments: given, _meta };
  const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
  const headerLines = [
    `X-API-Key: ${key}`,
    'Accept: application/json, text/event-stream',
    `MCP-Protocol-Version: ${revision}`,
    'Mcp-Method: tools/call',
    `Mcp-Name: ${tool}`,
  ];
  return rawRequest('POST', '/mcp?access=write', headerLines, message);
}

export default async function measureMcp({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  try {
    const keys = await insertKeys(testbed.database, keysMax, 'customs');
    const server = await startServer(product, { ...testbed.env, LOG_LEVEL: 'warn' }, '/readyz');
    try {
      const contenderOf = (write: (key: string) => string): Contender => ({
        server,
        load: { requests: keys.map(write), count: countOf(isShort), status: 200 },
      });
      const rows: Row[] = [];
      for (const call of calls) {
        const rivals = {
          rest: contenderOf(call.rest),
          mcp: contenderOf((key) => postMessage(key, call)),
        };
        const time = await compareTime(rivals);
        const cpu = await compareCpu(rivals, apiConnections);
        rows.push(
          {
            what: `${call.what} by an assistant, beside the same call by REST`,
            measured: time.mcp,
            baseline: time.rest,
            unit: 'µs',
            limit: timeLimit,
          },
          {
            what: '  of processor time',
            measured: cpu.mcp,
            baseline: cpu.rest,
            unit: 'µs CPU',
            limit: cpuLimit,
          },
        );
      }
      return rows;
    } finally {
      await server.stop();
    }
  } finally {
    await testbed.close();
  }
}
