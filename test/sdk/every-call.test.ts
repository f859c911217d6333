// Every call of both documents is made with the SDK against the server, by its example.
import type { AddressInfo } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import type { OpenApiDocument } from '#lib/openapi-types.ts';
import type { SdkCall } from '#lib/sdk-calls.ts';
import { openApiDocument } from '#site/reference/openapi-document.ts';
import { WeftlineAdmin } from '../../sdk/src/admin.ts';
import { ApiError, type Connection, EventStream, List, Weftline } from '../../sdk/src/index.ts';
import { seedEverything } from '../../src/seed.ts';
import { createCallers } from '../fuzz/callers.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { readOpenApiDocument } from '../readers/openapi-documents.ts';
import { scaledMs } from '../time-limits.ts';
import { argumentsOf, type CallResult, checkAll, exampleFile } from './example-calls.ts';

const staffDocument = readOpenApiDocument('openapi-staff.json');

const t = useUncountedApp();
let baseUrl = '';
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  baseUrl = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
});

/** Anew for each test: calls of staff end sessions. */
async function signIn(kind: 'customer' | 'admin') {
  const { headers } = (await createCallers(t)).find((one) => one.kind === kind)!;
  return { access: headers.authorization!.replace('Bearer ', ''), refresh: 'none' };
}

type Client = Record<string, Record<string, (...args: unknown[]) => unknown>>;

/** Values of the path, then body and query of the example. */
async function listArguments(
  connection: Connection,
  call: SdkCall,
  document: OpenApiDocument,
): Promise<unknown[]> {
  const { path, bodyKind, fields, files, query } = await argumentsOf(connection, call, document);
  const file = new Blob([exampleFile], { type: 'text/csv' });
  const ofFiles = Object.fromEntries(files.map((name) => [name, file]));
  return [
    ...path,
    ...(bodyKind === 'none' ? [] : [bodyKind === 'raw' ? file : { ...fields, ...ofFiles }]),
    ...(call.query.length > 0 ? [query] : []),
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
  const args = await listArguments(client, call, document);
  answers = [];
  try {
    const result = method(...args, options);
    if (result instanceof List) return await result.page();
    if (!(result instanceof EventStream)) return await result;
    const iterator = result[Symbol.asyncIterator]();
    const next = iterator.next();
    await expect.poll(() => answers.length).toBeGreaterThan(0);
    stop.abort(new Error('stopped'));
    await expect(next).rejects.toThrow('stopped');
    return result;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

let answers: CallResult['answer'][] = [];
const record = ({ response, url, method }: { response: Response; url: string; method: string }) =>
  answers.push({
    status: response.status,
    path: new URL(url).pathname,
    method,
    ignored: response.headers.get('x-ignored-fields'),
  });

const makeWith = (client: Connection, document: OpenApiDocument) => async (call: SdkCall) => {
  const result = await make(client, call, document);
  const isError = result instanceof ApiError;
  return { answer: answers[0], result, isError, ...(isError && { errorBody: result.body }) };
};

describe('every call', () => {
  test(
    'of customers',
    async () => {
      const session = await signIn('customer');
      const client = new Weftline({ baseUrl, session, onResponse: record });
      expect(await checkAll(openApiDocument, makeWith(client, openApiDocument))).toBeGreaterThan(
        0.5,
      );
    },
    scaledMs(180_000),
  );

  test(
    'of staff',
    async () => {
      const session = await signIn('admin');
      const client = new WeftlineAdmin({ baseUrl, session, onResponse: record });
      expect(await checkAll(staffDocument, makeWith(client, staffDocument))).toBeGreaterThan(0.5);
    },
    scaledMs(180_000),
  );
});
