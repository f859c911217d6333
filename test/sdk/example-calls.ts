// Calls of a document with their examples, and what is wrong with how a client makes them.
import { expect } from 'vitest';
import { listEndpoints } from '#lib/api-description.ts';
import type { OpenApiDocument } from '#lib/openapi-types.ts';
import { listSdkCalls, type SdkCall } from '#lib/sdk-calls.ts';
import { exampleRequest, toBody } from '#site/reference/call-examples.ts';
import type { Connection } from '../../sdk/src/index.ts';
import { contracts } from '../../src/contracts.ts';
import { isDeclared } from '../fuzz/declared-responses.ts';

const endpoints = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));

export const exampleFile = 'a,b\n1,2\n';

export type CallArguments = {
  path: string[];
  bodyKind: ReturnType<typeof toBody>['kind'];
  fields: Record<string, unknown>;
  /** Fields that are files. */
  files: readonly string[];
  query: Record<string, string>;
};

/** What a client got, which asked once. */
export type CallResult = {
  answer?: { status: number; path: string; method: string; ignored: string | null } | undefined;
  /** Of an error that the client threw. */
  errorBody?: unknown;
  isError: boolean;
  result: unknown;
};

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

export async function argumentsOf(
  connection: Connection,
  call: SdkCall,
  { components }: OpenApiDocument,
): Promise<CallArguments> {
  const { operation, path, verb } = call;
  const example = exampleRequest({ ...operation, apiPath: path, method: verb }, components.schemas);
  const query = call.query.flatMap(({ name }) => {
    const value = example.values[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    path: await valuesOfPath(connection, call, example.values),
    bodyKind: toBody(operation).kind,
    fields: JSON.parse(example.body ?? '{}') as Record<string, unknown>,
    files: example.files,
    query: Object.fromEntries(query),
  };
}

const matchesRequest = ({ path, verb }: SdkCall, request: { path: string; method: string }) => {
  const pattern = path.replaceAll(/\{\w+\}/g, '[^/]+');
  return request.method === verb && new RegExp(`^${pattern}$`).test(request.path.split('?')[0]!);
};

// What deletes comes late, and last what ends the session or the account.
const last = ['deleteAccount', 'revokeOtherSessions', 'blacklistToken'];
const order = ({ operation, verb }: SdkCall) =>
  (verb === 'DELETE' ? 1 : 0) + 2 * (last.indexOf(operation.operationId) + 1);

/** Makes every call. Returns the share of those that succeeded. */
export async function checkAll(
  document: OpenApiDocument,
  make: (call: SdkCall) => Promise<CallResult>,
): Promise<number> {
  const calls = listSdkCalls(document);
  const wrong: string[] = [];
  let successes = 0;
  for (const call of calls.toSorted((a, b) => order(a) - order(b))) {
    const { operationId } = call.operation;
    const { answer, errorBody, isError, result } = await make(call);
    const say = (problem: string) =>
      wrong.push(`${operationId}: ${problem} ${answer?.status} ${JSON.stringify(result)}`);
    if (!answer || !matchesRequest(call, answer)) say('was not called');
    else if (!isDeclared(endpoints.get(operationId)!, answer.status, errorBody ?? null))
      say('is not declared');
    else if (answer.ignored) say(`sends fields that the server ignores: ${answer.ignored}`);
    else if (answer.status < 300) successes += 1;
    else if (!isError) say('is no error');
  }
  expect(wrong).toEqual([]);
  return successes / calls.length;
}
