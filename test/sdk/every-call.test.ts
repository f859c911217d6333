// Every call of both documents is made with the SDK against the server, by its example.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import { listSdkCalls, type SdkCall } from '#lib/sdk-calls.ts';
import { bodyOf, exampleRequest } from '#site/reference/call-examples.ts';
import { openApiDocument } from '#site/reference/openapi-document.ts';
import { WeftlineAdmin } from '../../sdk/src/admin.ts';
import { ApiError, EventStream, List, Weftline } from '../../sdk/src/index.ts';
import { contracts } from '../../src/app.ts';
import { seedEverything } from '../../src/seed.ts';
import { createCallers } from '../fuzz/callers.ts';
import { isDeclared } from '../fuzz/declared-responses.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { readOpenApiDocument } from '../readers/openapi-documents.ts';

const staffDocument = readOpenApiDocument('openapi-staff.json');
const customerCalls = listSdkCalls(openApiDocument);
const staffCalls = listSdkCalls(staffDocument);
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

/** The arguments of the example: values of the path, body, query. */
function argumentsOf(call: SdkCall): unknown[] {
  const { operation, path, verb } = call;
  const example = exampleRequest({ ...operation, apiPath: path, method: verb });
  const file = new Blob(['a,b\n1,2\n'], { type: 'text/csv' });
  const { kind } = bodyOf(operation);
  const fields = JSON.parse(example.body ?? '{}') as Record<string, unknown>;
  const files = Object.fromEntries(example.files.map((name) => [name, file]));
  const body = kind === 'raw' ? file : { ...fields, ...files };
  const query = call.query
    .filter(({ name }) => example.values[name] !== undefined)
    .map(({ name }) => [name, example.values[name]]);
  return [
    ...call.pathParameters.map(({ name }) => example.values[name]),
    ...(kind === 'none' ? [] : [body]),
    ...(call.query.length > 0 ? [Object.fromEntries(query)] : []),
  ];
}

/** Makes the call, and returns what it gave or the error that it threw. */
async function make(client: object, call: SdkCall): Promise<unknown> {
  const stop = new AbortController();
  const options = { retries: 0, signal: stop.signal };
  const method = (client as Client)[call.group]![call.method]!;
  try {
    const given = method(...argumentsOf(call), options);
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

// What would end the account or the session comes last.
const last = ['deleteAccount', 'revokeOtherSessions', 'blacklistToken'];
const order = ({ operation }: SdkCall) => last.indexOf(operation.operationId);

async function checkAll(client: object, calls: readonly SdkCall[]): Promise<number> {
  const wrong: string[] = [];
  let successes = 0;
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    answers = [];
    const { operationId } = call.operation;
    const result = await make(client, call);
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
  return successes;
}

describe('every call', () => {
  test('of customers', async () => {
    const session = await signIn('customer');
    const client = new Weftline({ baseUrl, session, onResponse: record });
    const successes = await checkAll(client, customerCalls);
    expect(successes).toBeGreaterThan(customerCalls.length / 3);
  }, 180_000);

  test('of staff', async () => {
    const session = await signIn('admin');
    const client = new WeftlineAdmin({ baseUrl, session, onResponse: record });
    const successes = await checkAll(client, staffCalls);
    expect(successes).toBeGreaterThan(staffCalls.length / 3);
  }, 180_000);
});
