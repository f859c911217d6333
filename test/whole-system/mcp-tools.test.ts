// Every tool of assistants is called by the official client: with the example of its request, and
// in a way that has to fail, by its own name and through `make_call`. Each result is checked against
// the schema that `describe_call` returns.
import type { Client } from '@modelcontextprotocol/client';
import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { beforeAll, expect, test } from 'vitest';
import { createTools, type Tool } from '#kernel/mcp/tools.ts';
import { isRead } from '#lib/endpoint.ts';
import { listScopes, scopes } from '#lib/scopes.ts';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { operations } from '#site/reference/operations.ts';
import { apiDescription } from '../../src/contracts.ts';
import { seedEverything } from '../../src/seed.ts';
import { createApiKey } from '../factories/api-keys.ts';
import { petrolCar } from '../factories/petrol-car.ts';
import { createCustomer } from '../factories/subscriptions.ts';
import { createCallers } from '../fuzz/callers.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { readText, useMcp } from '../mcp-client.ts';
import { scaledMs } from '../time-limits.ts';

type ToolResult = Awaited<ReturnType<Client['callTool']>>;

const t = useUncountedApp();
const mcp = useMcp(t);
const { all: tools } = createTools(apiDescription);
let client: Client;
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  const { headers } = (await createCallers(t)).find(({ kind }) => kind === 'key')!;
  const toolsets = ['calls', ...apiDescription.toolsets].join(',');
  client = await mcp.connect({ headers, query: `?access=write&toolsets=${toolsets}` });
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

const validator = new AjvJsonSchemaValidator();

/** What a result has that its described schema does not allow; files have none. */
async function findFaults(call: string, result: ToolResult): Promise<string[]> {
  const described = await client.callTool({ name: 'describe_call', arguments: { call } });
  const { result: schema } = JSON.parse(readText(described)) as { result?: object };
  if (!schema || result.content.some(({ type }) => type !== 'text')) return [];
  const { valid, errorMessage } = validator.getValidator(schema)(JSON.parse(readText(result)));
  return valid ? [] : [`${call}: ${errorMessage}`];
}

test('all tools are listed', async () => {
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  expect(listed).toEqual([...tools.keys(), 'find_calls', 'describe_call', 'make_call']);
});

test(
  'each takes the example of its call, and returns what its schema says or a clear error',
  async () => {
    const wrong: string[] = [];
    let answered = 0;
    for (const [name, tool] of tools) {
      const args = createExample(name, tool);
      const input = isRead(tool.endpoint) ? { call: name, arguments: args } : undefined;
      const result = await client.callTool({ name, arguments: args });
      if (input) {
        const made = await client.callTool({ name: 'make_call', arguments: input });
        if (made.isError !== result.isError) wrong.push(`${name}: not the same by make_call`);
      }
      if (!result.isError) {
        answered++;
        wrong.push(...(await findFaults(name, result)));
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

test('common tasks exchange at most 30 KB, the list of tools included', async () => {
  const owner = await createCustomer(t, 'short@example.com');
  const { headers } = await createApiKey(t, owner, { scopes: [...scopes] });
  const assistant = await mcp.connect({ headers });
  const list = JSON.stringify(await assistant.listTools());
  const measure = async (steps: [name: string, args: Record<string, unknown>][]) => {
    let length = list.length;
    for (const [name, args] of steps) {
      const result = await assistant.callTool({ name, arguments: args });
      expect(result.isError, readText(result)).toBeFalsy();
      length += JSON.stringify({ args, result }).length;
    }
    return length;
  };
  const lengths = [
    await measure([['calculateVehicle', { ...petrolCar, preview: 'true' }]]),
    await measure([
      ['find_calls', { query: 'which requests failed' }],
      ['describe_call', { call: 'listUsage' }],
      ['make_call', { call: 'listUsage', arguments: { status_class: '4' } }],
    ]),
    await measure([['find_calls', { query: 'cap a key' }]]),
  ];
  expect(Math.max(...lengths)).toBeLessThan(30_000);
});

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
