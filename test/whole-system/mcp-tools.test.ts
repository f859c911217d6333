// Every tool of assistants is called by the official client: with the example of its request, and
// in a way that has to fail. The client checks each result against the schema of its tool.
import type { Client } from '@modelcontextprotocol/client';
import { beforeAll, expect, test } from 'vitest';
import { createTools, type Tool } from '#kernel/mcp/tools.ts';
import { listScopes } from '#lib/scopes.ts';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { operations } from '#site/reference/operations.ts';
import { apiDescription } from '../../src/contracts.ts';
import { seedEverything } from '../../src/seed.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { createCustomer } from '../factories/subscriptions.ts';
import { createCallers } from '../fuzz/callers.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { readText, useMcp } from '../mcp-client.ts';
import { scaledMs } from '../time-limits.ts';

const t = useUncountedApp();
const mcp = useMcp(t);
const { all: tools } = createTools(apiDescription);
let client: Client;
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  const { headers } = (await createCallers(t)).find(({ kind }) => kind === 'key')!;
  client = await mcp.connect({ headers, query: '?access=write' });
});

/** The arguments of the example that the reference shows. */
function createExample(name: string, { places }: Tool): Record<string, unknown> {
  const operation = operations.find(({ operationId }) => operationId === name)!;
  const { values, body } = exampleRequest(operation);
  const sent: unknown = body === undefined ? {} : JSON.parse(body);
  const parameters = [...places].map(([argument, { part, name: field }]) => {
    if (field === undefined) return [argument, sent];
    const source = part === 'body' ? (sent as Record<string, unknown>) : values;
    return [argument, source[field]];
  });
  return Object.fromEntries(parameters.filter(([, value]) => value !== undefined));
}

test('all tools are listed', async () => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual(['search_docs', 'read_docs', ...tools.keys()]);
});

test(
  'each takes the example of its call, and returns what its schema says or a clear error',
  async () => {
    await client.listTools();
    const wrong: string[] = [];
    let answered = 0;
    for (const [name, tool] of tools) {
      const result = await client.callTool({ name, arguments: createExample(name, tool) });
      if (!result.isError) {
        answered++;
        continue;
      }
      const error = JSON.parse(readText(result)) as Record<string, unknown>;
      const isClear = typeof error.code === 'string' && typeof error.message === 'string';
      if (!isClear || error.fields || error.status === 500)
        wrong.push(`${name}: ${readText(result)}`);
    }
    expect(wrong).toEqual([]);
    // The others are about objects that nobody has.
    expect(answered).toBeGreaterThan(45);
  },
  scaledMs(120_000),
);

test('each refuses an argument that it does not have', async () => {
  for (const name of tools.keys()) {
    const result = await client.callTool({ name, arguments: { not_an_argument: 1 } });
    expect(result, name).toMatchObject({ isError: true });
    expect(readText(result)).toContain('not_an_argument');
  }
});

test('each refuses a credential without its scope', async () => {
  const owner = await createCustomer(t, 'narrow@example.com');
  const { headers } = await createApiKey(t, owner, { scopes: ['proxy:credentials'] });
  const narrow = await mcp.connect({ headers, query: '?access=write' });
  const scoped = [...tools].filter(
    ([
      ,
      {
        endpoint: { permission },
      },
    ]) => {
      const needed =
        typeof permission === 'object' && 'key' in permission && listScopes(permission);
      return needed && !needed.includes('proxy:credentials');
    },
  );
  expect(scoped.length).toBeGreaterThan(100);
  for (const [name] of scoped) {
    const result = await narrow.callTool({ name, arguments: {} });
    expect(JSON.parse(readText(result)), name).toMatchObject({ code: 'scope_missing' });
  }
});
