// The examples of the OpenAPI document: those of requests are sent to the server, those of
// responses are held against the contracts and against what came.
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import { exampleRequest, exampleResponse } from '#site/reference/call-examples.ts';
import { type Operation, operations } from '#site/reference/operations.ts';
import { addressOf } from '#site/reference/try-it/request-parts.ts';
import { contracts } from '../../src/app.ts';
import { seedEverything } from '../../src/seed.ts';
import { createCallers } from '../fuzz/callers.ts';
import { isDeclared } from '../fuzz/declared-responses.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';

const endpoints = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));
const endpointOf = ({ operationId }: Operation) => endpoints.get(operationId)!;

const t = useUncountedApp();
let headers: Record<string, string>;
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  const customer = (await createCallers(t)).find(({ kind }) => kind === 'customer');
  headers = customer?.headers ?? {};
}, 60_000);

/** Files are named in examples, and bytes are not shown at all. */
const isSent = (operation: Operation) => {
  const { bodyKind } = exampleRequest(operation);
  const streams = Object.values(endpointOf(operation).responses).some(
    (shape) => shape && 'event' in shape,
  );
  return (bodyKind === 'none' || bodyKind === 'json') && !streams;
};

async function send(operation: Operation) {
  const parts = exampleRequest(operation);
  const reply = await t.app.inject({
    method: operation.method as 'GET',
    url: addressOf(parts),
    headers: { ...headers, ...(parts.body && { 'content-type': 'application/json' }) },
    ...(parts.body && { payload: parts.body }),
  });
  const isJson = /json/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, body: isJson && reply.body ? reply.json() : null };
}

/** A body of messages by field, which says that the request is not as the contract wants it. */
const isRefusedField = (status: number, body: object | null) =>
  status === 400 && body !== null && !('code' in body);

const keysOf = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

// Deleting the account, and signing out, would end what the others need.
const order = (operation: Operation) =>
  ['deleteAccount', 'revokeOtherSessions', 'blacklistToken'].indexOf(operation.operationId);

test('the server takes the example of each request', async () => {
  const wrong: string[] = [];
  for (const operation of operations.filter(isSent).toSorted((a, b) => order(a) - order(b))) {
    const { status, body } = await send(operation);
    const say = (problem: string) =>
      wrong.push(`${operation.operationId}: ${problem} ${status} ${JSON.stringify(body)}`);
    if (!isDeclared(endpointOf(operation), status, body)) say('is not declared');
    if (isRefusedField(status, body)) say('refused');
    const shown = exampleResponse(operation);
    if (shown && Number(shown.status) === status) {
      const came = new Set(keysOf(body));
      const missing = keysOf(shown.body).filter((key) => !came.has(key));
      if (missing.length > 0) say(`does not return ${missing.join()}`);
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

test('the examples of responses are what the contracts declare', () => {
  const wrong = operations.flatMap((operation) => {
    const shown = exampleResponse(operation);
    const shape = shown && endpointOf(operation).responses[Number(shown.status)];
    if (!shape || !('safeParse' in shape)) return [];
    const { error } = shape.safeParse(shown.body);
    return error ? [`${operation.operationId}: ${z.prettifyError(error)}`] : [];
  });
  expect(wrong).toEqual([]);
});
