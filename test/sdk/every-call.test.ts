// Every call of both documents is made with the SDK against the server, by its example.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import type { OpenApiDocument } from '#lib/openapi-types.ts';
import { listSdkCalls, type SdkCall } from '#lib/sdk-calls.ts';
import { bodyOf, exampleRequest } from '#site/reference/call-examples.ts';
import { openApiDocument } from '#site/reference/openapi-document.ts';
import { WeftlineAdmin } from '../../sdk/src/admin.ts';
import { ApiError, type Connection, EventStream, List, Weftline } from '../../sdk/src/index.ts';
import { contracts } from '../../src/app.ts';
import { seedEverything } from '../../src/seed.ts';
import { createCallers } from '../fuzz/callers.ts';
import { isDeclared } from '../fuzz/declared-responses.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { readOpenApiDocument } from '../readers/openapi-documents.ts';

const staffDocument = readOpenApiDocument('openapi-staff.json');
const endpoints = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));

const t = useUncountedApp();
let baseUrl = '';
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
}, 60_000);

/** Anew for each test: calls of staff end sessions. */
async function signIn(kind: 'customer' | 'admin') {
  const { headers } = (await createCallers(t)).find((one) => one.kind === kind)!;
  return { access: headers.authorization!.replace('Bearer ', ''), refresh: 'none' };
}

type Client = Record<string, Record<string, (...args: unknown[]) => unknown>>;
type Answer = { status: number; url: string; method: string; ignored: string | null };

/** The address of an object that there is, where its list has one; otherwise of the example. */
async function valuesOfPath(
  connection: Connection,
  { path, pathParameters }: SdkCall,
  example: Readonly<Record<string, string>>,
): Promise<string[]> {
  let known = path;
  for (const { name } of pathParameters) {
    const list = known.slice(0, known.indexOf(`{${name}}`));
    const found = await connection
      .send({ method: 'GET', path: list })
      .then((response) => response.json())
      .catch(() => null);
    const row = (found as { results?: Record<string, unknown>[] } | null)?.results?.[0] ?? {};
    const value = row[name] ?? row.uuid ?? row.id ?? row.name ?? example[name];
    known = known.replace(`{${name}}`, encodeURIComponent(String(value)));
  }
  const pattern = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  return (pattern.exec(known) ?? []).slice(1).map(decodeURIComponent);
}

/** Values of the path, then body and query of the example. */
async function argumentsOf(
  connection: Connection,
  call: SdkCall,
  { components }: OpenApiDocument,
): Promise<unknown[]> {
  const { operation, path, verb } = call;
  const example = exampleRequest({ ...operation, apiPath: path, method: verb }, components.schemas);
  const file = new Blob(['a,b\n1,2\n'], { type: 'text/csv' });
  const { kind } = bodyOf(operation);
  const fields = JSON.parse(example.body ?? '{}') as Record<string, unknown>;
  const files = Object.fromEntries(example.files.map((name) => [name, file]));
  const body = kind === 'raw' ? file : { ...fields, ...files };
  const query = call.query
    .filter(({ name }) => example.values[name] !== undefined)
    .map(({ name }) => [name, example.values[name]]);
  return [
    ...(await valuesOfPath(connection, call, example.values)),
    ...(kind === 'none' ? [] : [body]),
    ...(call.query.length > 0 ? [Object.fromEntries(query)] : []),
  ];
}

/** Makes the call, and returns what it gave or the error that it threw. */
async function make(
  client: Connection,
  call: SdkCall,
  document: OpenApiDocument,
): Promise<unknown> {
  const stop = new AbortController();
  const options = { retries: 0, signal: stop.signal };
  const method = (client as unknown as Client)[call.group]![call.method]!;
  const args = await argumentsOf(client, call, document);
  answers = [];
  try {
    const given = method(...args, options);
    if (given instanceof List) return await given.page();
    if (!(given instanceof EventStream)) return await given;
    const iterator = given[Symbol.asyncIterator]();
    const next = iterator.next();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    stop.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    return given;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

let answers: Answer[] = [];
const record = ({ response, url, method }: { response: Response; url: string; method: string }) =>
  answers.push({
    status: response.status,
    url,
    method,
    ignored: response.headers.get('x-ignored-fields'),
  });

const isOf = ({ path, verb }: SdkCall, { url, method }: Answer) => {
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
  return method === verb && new RegExp(`^${pattern}$`).test(new URL(url).pathname);
};

// What deletes comes late, and last what ends the session or the account.
const last = ['deleteAccount', 'revokeOtherSessions', 'blacklistToken'];
const order = ({ operation, verb }: SdkCall) =>
  (verb === 'DELETE' ? 1 : 0) + 2 * (last.indexOf(operation.operationId) + 1);

async function checkAll(client: Connection, document: OpenApiDocument): Promise<number> {
  const calls = listSdkCalls(document);
  const wrong: string[] = [];
  let successes = 0;
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    const { operationId } = call.operation;
    const result = await make(client, call, document);
    const [answer] = answers;
    const say = (problem: string) =>
      wrong.push(`${operationId}: ${problem} ${answer?.status} ${JSON.stringify(result)}`);
    const body = result instanceof ApiError ? result.body : null;
    if (!answer || !isOf(call, answer)) say('was not called');
    else if (!isDeclared(endpoints.get(operationId)!, answer.status, body)) say('is not declared');
    else if (answer.ignored) say(`sends fields that the server ignores: ${answer.ignored}`);
    else if (answer.status < 300) successes += 1;
    else if (!(result instanceof ApiError)) say('is no error');
  }
  expect(wrong).toEqual([]);
  return successes / calls.length;
}

describe('every call', () => {
  test('of customers', async () => {
    const session = await signIn('customer');
    const client = new Weftline({ baseUrl, session, onResponse: record });
    expect(await checkAll(client, openApiDocument)).toBeGreaterThan(0.5);
  }, 180_000);

  test('of staff', async () => {
    const session = await signIn('admin');
    const client = new WeftlineAdmin({ baseUrl, session, onResponse: record });
    expect(await checkAll(client, staffDocument)).toBeGreaterThan(0.5);
  }, 180_000);
});
