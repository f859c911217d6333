// What a call by an assistant costs beside the same call by REST: the message of the Model Context
// Protocol, the tool, and the call within the process.
import { insertKeys } from './load/api-keys.ts';
import { product, requireLinux, startServer } from './load/processes.ts';
import { apiConnections, compareCpu } from './load/rounds.ts';
import type { BenchOptions, Row } from './load/rows.ts';
import { openTestbed } from './load/testbed.ts';

const requestsOf = (isShort: boolean) => (isShort ? 1000 : 3000);
// An account may send 600 messages a minute: enough accounts that no round reaches the limit.
const keysMax = 500;
const url = '/apix/data_customs/custom-calculation/calculate/';
const goods = {
  destination_country: 'DE',
  currency: 'USD',
  items: [
    {
      description: 'Cotton T-shirts',
      hs_code: '61091000',
      origin_country: 'CN',
      quantity: 200,
      unit_price: '6.00',
    },
  ],
};

const revision = '2026-07-28';
/** A call as a client of this revision sends it. */
const messageWith = (given: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: {
      name: 'calculateGoods',
      arguments: given,
      _meta: {
        'io.modelcontextprotocol/protocolVersion': revision,
        'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1' },
        'io.modelcontextprotocol/clientCapabilities': {},
      },
    },
  });
/** The first costs the server least of all calculations, the second is what people ask for. */
const calls: { what: string; query: Record<string, string>; limit: number }[] = [
  { what: 'goods calculated', query: { preview: 'true' }, limit: 2.5 },
  { what: 'goods calculated and kept', query: {}, limit: 2 },
];

function requestWith(path: string, body: string, lines: readonly string[]): string {
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...lines,
  ];
  return `${head.join('\r\n')}\r\n\r\n${body}`;
}

export default async function measureMcp({ isShort }: BenchOptions): Promise<Row[]> {
  requireLinux();
  const testbed = await openTestbed();
  try {
    const keys = await insertKeys(testbed.database, keysMax, 'customs');
    const server = await startServer(product, { ...testbed.env, LOG_LEVEL: 'warn' }, '/readyz');
    try {
      const loadOf = (requestOf: (key: string) => string) => ({
        requests: keys.map(requestOf),
        count: requestsOf(isShort),
        status: 200,
      });
      const rows: Row[] = [];
      for (const { what, query, limit } of calls) {
        const address = `${url}?${new URLSearchParams(query)}`;
        const rest = loadOf((key) =>
          requestWith(address, JSON.stringify(goods), [`X-API-Key: ${key}`]),
        );
        const message = messageWith({ ...goods, ...query });
        const mcp = loadOf((key) =>
          requestWith('/mcp?access=write', message, [
            `X-API-Key: ${key}`,
            'Accept: application/json, text/event-stream',
            `MCP-Protocol-Version: ${revision}`,
            'Mcp-Method: tools/call',
            'Mcp-Name: calculateGoods',
          ]),
        );
        const cpu = await compareCpu(
          { rest: { server, load: rest }, mcp: { server, load: mcp } },
          apiConnections,
        );
        rows.push({
          what: `${what} by an assistant, beside the same call by REST`,
          measured: cpu.mcp,
          baseline: cpu.rest,
          unit: 'µs CPU',
          limit,
        });
      }
      return rows;
    } finally {
      await server.stop();
    }
  } finally {
    await testbed.close();
  }
}
