import { AjvJsonSchemaValidator } from '@modelcontextprotocol/server/validators/ajv';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#lib/api-areas.ts';
import { endpoint, isRead } from '#lib/endpoint.ts';
import { scopes } from '#lib/scopes.ts';
import { notTools } from '#test/whole-system/calls-without-tools.ts';
import { contracts } from '../../contracts.ts';
import { findAudience } from '../openapi/openapi.ts';
import { createResultSchema, listArguments } from './tool-schema.ts';
import { type Access, createTools } from './tools.ts';
import {
  destructivePosts,
  hiddenArguments,
  openWorldCalls,
  type ToolsetName,
  toolsets,
} from './toolsets.ts';

const tools = createTools(contracts);
const calls = listEndpoints(contracts).filter(({ endpoint: e }) => findAudience(e) === 'customers');
const toolNames = Object.values(toolsets).flatMap(({ tools: names }): string[] => [...names]);
const allToolsets = Object.keys(toolsets) as ToolsetName[];
const access = (change: Partial<Access> = {}): Access => ({
  toolsets: new Set(allToolsets),
  scopes,
  mayChange: true,
  ...change,
});
const namesFor = (change: Partial<Access>) => tools.listFor(access(change)).map(({ name }) => name);

describe('the tables', () => {
  test('every call of customers is a tool, or has a reason not to be one', () => {
    const listed = [...toolNames, ...Object.values(notTools).flat()];
    expect(listed.toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  });

  test('no tool is a call that only sessions may make', () => {
    const bySession = [...tools.all.values()].filter(
      ({ endpoint: { permission } }) => permission === 'user',
    );
    expect(bySession).toEqual([]);
    const reason = notTools['Only a signed-in person may make it.'] ?? [];
    const wrong = calls.filter(
      ({ name, endpoint: e }) => (e.permission === 'user') !== reason.includes(name),
    );
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  test('name tools only', () => {
    const named = [...destructivePosts, ...openWorldCalls, ...Object.keys(hiddenArguments)];
    expect(named.filter((name) => !tools.all.has(name))).toEqual([]);
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
    const names = namesFor({ toolsets: new Set(['support', 'billing']) });
    expect(names).toEqual([...toolsets.billing.tools, ...toolsets.support.tools]);
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

  test.each([...tools.all])('of %s are whole', (_, { description, places }) => {
    const { inputSchema, outputSchema = { type: 'object' as const } } = description;
    for (const schema of [inputSchema, outputSchema]) {
      expect(() => validator.getValidator(schema)).not.toThrow();
      expect(JSON.stringify(schema)).not.toContain('#/components');
    }
    const names = Object.keys(inputSchema.properties as object);
    expect(names.filter((name) => name !== 'idempotency_key')).toEqual([...places.keys()]);
  });

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
