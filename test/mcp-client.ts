// The official client of the Model Context Protocol, connected to the app of a test.
import type { AddressInfo } from 'node:net';
import {
  Client,
  type ClientOptions,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll } from 'vitest';
import type { TestApp } from './harness.ts';

export type Connect = (
  options: StreamableHTTPClientTransportOptions & {
    headers?: Record<string, string>;
    query?: string;
    client?: ClientOptions;
  },
) => Promise<Client>;

type ToolResult = Awaited<ReturnType<Client['callTool']>>;

export type Mcp = {
  connect: Connect;
  url(query?: string): URL;
  /** Asks the app of the test for addresses of its site. */
  fetch: typeof fetch;
};

/** Listens on a port of this machine. Clients are closed after the tests of the file. */
export function useMcp(t: TestApp): Mcp {
  const clients: Client[] = [];
  let origin = '';
  beforeAll(async () => {
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    origin = `http://localhost:${(t.app.server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  const url = (query = '') => new URL(`/mcp${query}`, t.config.SITE_URL);
  const fetchHere: typeof fetch = (address, init) =>
    fetch(String(address).replace(t.config.SITE_URL, origin), init);
  return {
    url,
    fetch: fetchHere,
    async connect({ headers = {}, query = '', client: options, ...transport }) {
      const client = new Client({ name: 'test', version: '1' }, options);
      clients.push(client);
      const settings = { requestInit: { headers }, fetch: fetchHere, ...transport };
      await client.connect(new StreamableHTTPClientTransport(url(query), settings));
      return client;
    },
  };
}

export const readText = (result: ToolResult): string =>
  result.content.map((one) => (one.type === 'text' ? one.text : '')).join('');

/** The error of a tool, as it says it. */
export const readError = (result: ToolResult): Record<string, unknown> => {
  if (!result.isError) throw new Error(`no error: ${readText(result)}`);
  return JSON.parse(readText(result)) as Record<string, unknown>;
};
