import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#lib/api-description.ts';
import { endpoint, isRead } from '#lib/endpoint.ts';
import { scopes } from '#lib/scopes.ts';
import { apiDescription } from '../../contracts.ts';
import { findAudience } from '../openapi/openapi.ts';
import { createResultSchema, listArguments } from './tool-schema.ts';
import { type Access, createTools } from './tools.ts';

const tools = createTools(apiDescription);
const calls = listEndpoints(apiDescription.contracts).filter(
  ({ endpoint: e }) => findAudience(e) === 'customers',
);
const access = (change: Partial<Access> = {}): Access => ({
  toolsets: new Set(apiDescription.toolsets),
  isShort: false,
  scopes,
  mayChange: true,
  ...change,
});
const namesFor = (change: Partial<Access>) => tools.listFor(access(change)).map(({ name }) => name);

describe('the rules of contracts', () => {
  test('every call of customers is a tool, or says why not, but for those by session', () => {
    const wrong = calls.filter(({ endpoint: e }) => (e.permission === 'user') !== !e.tool);
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('every toolset has tools', () => {
    const used = new Set([...tools.all.values()].map(({ toolset }) => toolset));
    expect([...used]).toEqual(apiDescription.toolsets);
  });
});

describe('what a client is offered', () => {
  test('is only what reads, unless it asked for changes', () => {
    const names = namesFor({ mayChange: false });
    expect(names).toContain('calculateGoods');
    expect(names).not.toContain('deleteGoods');
    expect(names.filter((name) => !isRead(tools.all.get(name)!.endpoint))).toEqual([]);
    expect(namesFor({})).toContain('deleteGoods');
  });

  test('is what its scopes allow, and what is public', () => {
    const names = namesFor({ scopes: ['payments:read'] });
    expect(names).toContain('readBalance');
    expect(names).toContain('listRuleSets');
    expect(names).not.toContain('listTickets');
  });

  test('is of the toolsets that it chose', () => {
    const names = namesFor({ toolsets: new Set(['testMode', 'account']) });
    expect(names).toEqual([
      'readProfile',
      'readStatus',
      'listOpenIncidents',
      'readTestClock',
      'advanceTestClock',
      'resetTestClock',
      'listTestClockEvents',
    ]);
  });

  test('is a short list at first, from which assistants begin', () => {
    expect(namesFor({ isShort: true })).toEqual([
      'calculateGoods',
      'searchHsCodes',
      'calculateVehicle',
      'convertCurrency',
      'readOverview',
      'readBalance',
      'createTicket',
    ]);
  });

  test('says by its hints what a tool does', () => {
    const hints = (name: string) => tools.all.get(name)!.description.annotations;
    expect(hints('listGoods')).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    expect(hints('calculateGoods')).toMatchObject({ readOnlyHint: true, idempotentHint: true });
    expect(hints('createTicket')).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(hints('cancelBatch')).toMatchObject({ destructiveHint: true, idempotentHint: false });
    expect(hints('deleteTicket')).toMatchObject({ destructiveHint: true, idempotentHint: true });
    expect(hints('fetchThrough').openWorldHint).toBe(true);
  });
});

describe('the schemas', () => {
  const validator = new AjvJsonSchemaValidator();

  test.each([...tools.all])(
    'of %s are whole',
    (_, { endpoint: contract, description: { inputSchema }, places }) => {
      const result = { type: 'object' as const, ...createResultSchema(contract) };
      for (const schema of [inputSchema, result]) {
        expect(() => validator.getValidator(schema)).not.toThrow();
        expect(JSON.stringify(schema)).not.toContain('#/components');
      }
      const names = Object.keys(inputSchema.properties as object);
      expect(names.filter((name) => name !== 'idempotency_key')).toEqual([...places.keys()]);
    },
  );

  const call = endpoint({
    method: 'POST',
    path: '/apix/looms/:name/',
    summary: 'Weave',
    permission: { key: 'customs' },
    work: 'write',
    params: z.object({ name: z.string() }),
    query: z.object({ fast: z.boolean().optional() }),
    body: z.object({ name: z.string(), colour: z.string().optional() }),
    responses: { 200: z.object({ id: z.int().describe('The loom.') }), 201: z.object({}) },
  });

  test('join path, query and body, and tell the same name apart', () => {
    const { schema, places } = listArguments(call, ['colour']);
    expect(schema.required).toEqual(['name', 'body_name']);
    expect(Object.fromEntries(places)).toEqual({
      name: { part: 'params', name: 'name' },
      fast: { part: 'query', name: 'fast' },
      body_name: { part: 'body', name: 'name' },
    });
    expect(Object.keys(schema.properties as object)).toContain('idempotency_key');
  });

  test('have one argument for a body that is no object', () => {
    const body = z.union([z.object({ id: z.int() }), z.object({ title: z.string() })]);
    const { places, schema } = listArguments({ ...call, body, params: z.object({}) }, []);
    expect(places.get('body')).toEqual({ part: 'body' });
    expect(schema.required).toEqual(['body']);
  });

  test('allow the result of each success, without the words of its fields', () => {
    const schema = createResultSchema(call)!;
    expect(schema.anyOf).toHaveLength(2);
    expect(JSON.stringify(schema)).not.toContain('The loom.');
    expect(createResultSchema({ ...call, responses: { 204: null } })).toBeUndefined();
  });
});
