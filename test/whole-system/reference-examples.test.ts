// The examples of the OpenAPI document: those of requests are sent to the server, those of
// responses are held against the contracts and against what came.
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { ApiError, formatMessage, toErrorResponse } from '#kernel/http/errors.ts';
import { toErrorFormat } from '#kernel/http/responses/error-format.ts';
import { listEndpoints } from '#lib/api-description.ts';
import type { ErrorDeclaration } from '#lib/endpoint.ts';
import { errorsIn } from '#lib/openapi-errors.ts';
import { composeExample } from '#lib/openapi-examples.ts';
import type { Response as Described, Schema } from '#lib/openapi-types.ts';
import { exampleRequest, exampleResponse } from '#site/reference/call-examples.ts';
import { openApiDocument } from '#site/reference/openapi-document.ts';
import { type Operation, operations } from '#site/reference/operations.ts';
import { toAddress } from '#site/reference/try-it/request-parts.ts';
import { contracts } from '../../src/contracts.ts';
import { seedEverything } from '../../src/seed.ts';
import { examplePayload } from '../example-payload.ts';
import { createCallers } from '../fuzz/callers.ts';
import { isDeclared } from '../fuzz/declared-responses.ts';
import { useUncountedApp } from '../fuzz/uncounted-app.ts';
import { scaledMs } from '../time-limits.ts';

const endpoints = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));
const findEndpoint = ({ operationId }: Operation) => endpoints.get(operationId)!;

const t = useUncountedApp();
let headers: Record<string, string>;
beforeAll(async () => {
  await seedEverything(t.kernel, t.areas);
  const customer = (await createCallers(t)).find(({ kind }) => kind === 'customer');
  headers = customer?.headers ?? {};
});

const isStream = (operation: Operation) =>
  Object.values(findEndpoint(operation).responses).some((shape) => shape && 'event' in shape);

async function send(operation: Operation) {
  const content = await examplePayload(operation);
  const reply = await t.app.inject({
    method: operation.method as 'GET',
    url: toAddress(exampleRequest(operation)),
    headers: { ...headers, ...(content && { 'content-type': content.type }) },
    ...(content && { payload: content.payload }),
  });
  const isJson = /json/.test(String(reply.headers['content-type']));
  return { status: reply.statusCode, body: isJson && reply.body ? reply.json() : null };
}

/** A body of messages by field, which says that the request is not as the contract wants it. */
const isRefusedField = (status: number, body: object | null) =>
  status === 400 && body !== null && !('code' in body);

const listKeys = (value: unknown): string[] =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];

// Deleting the account, and signing out, would end what the others need.
const order = (operation: Operation) =>
  ['deleteAccount', 'revokeOtherSessions', 'blacklistToken'].indexOf(operation.operationId);

test(
  'the server takes the example of each request',
  async () => {
    const wrong: string[] = [];
    const sent = operations.filter((one) => !isStream(one));
    for (const operation of sent.toSorted((a, b) => order(a) - order(b))) {
      const { status, body } = await send(operation);
      const say = (problem: string) =>
        wrong.push(`${operation.operationId}: ${problem} ${status} ${JSON.stringify(body)}`);
      if (!isDeclared(findEndpoint(operation), status, body)) say('is not declared');
      if (isRefusedField(status, body)) say('refused');
      const example = exampleResponse(operation);
      if (example && Number(example.status) === status) {
        const came = new Set(listKeys(body));
        const missing = listKeys(example.body).filter((key) => !came.has(key));
        if (missing.length > 0) say(`does not return ${missing.join()}`);
      }
    }
    expect(wrong).toEqual([]);
  },
  scaledMs(120_000),
);

test('the examples of responses are what the contracts declare', () => {
  const wrong = operations.flatMap((operation) => {
    const example = exampleResponse(operation);
    const shape = example && findEndpoint(operation).responses[Number(example.status)];
    if (!shape || !('safeParse' in shape)) return [];
    const { error } = shape.safeParse(example.body);
    return error ? [`${operation.operationId}: ${z.prettifyError(error)}`] : [];
  });
  expect(wrong).toEqual([]);
});

const { schemas } = openApiDocument.components;

/** The example of an error among those of its status. */
function exampleOfError({ content }: Described, code: string): Record<string, unknown> | undefined {
  const { schema } = content?.['application/json'] ?? {};
  const choices: readonly Schema[] = schema?.anyOf ?? (schema ? [schema] : []);
  return choices
    .map((choice) => composeExample(choice, schemas) as Record<string, unknown>)
    .find((body) => body.code === code);
}

/** The body that the server makes of the data in the example. */
function serverBody(error: ErrorDeclaration, example: Record<string, unknown>, url: string) {
  const data = error.data.parse(example);
  const thrown = new ApiError(error, data, formatMessage(error, data));
  const context = { url, requestId: String(example.request_id), siteUrl: 'https://example.com' };
  return toErrorFormat(toErrorResponse(thrown)!, context).body;
}

test('the example of each declared error is what the server sends', () => {
  // Below /apix/v1/ all errors have one shape, that of OpenAI.
  const own = operations.filter(({ apiPath }) => !apiPath.startsWith('/apix/v1/'));
  const wrong = own.flatMap((operation) =>
    (findEndpoint(operation).errors ?? []).flatMap((error) => {
      const about = `${operation.operationId}, ${error.code}`;
      const response = operation.responses[error.status];
      const named = response ? errorsIn(response) : [];
      if (!named.some(({ message }) => message === error.message)) return [`${about}: not named`];
      const example = exampleOfError(response!, error.code);
      if (!example) return [`${about}: no example`];
      const body = serverBody(error, example, operation.apiPath);
      const isSame = Object.keys(body).sort().join() === Object.keys(example).sort().join();
      return isSame ? [] : [`${about}: ${Object.keys(example)} is not ${Object.keys(body)}`];
    }),
  );
  expect(wrong).toEqual([]);
});
