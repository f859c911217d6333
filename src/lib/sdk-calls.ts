// The calls of an OpenAPI document, as the SDK needs them.
import { resolvePaths, resolveSchema } from './openapi-refs.ts';
import type {
  Content,
  OpenApiDocument,
  OpenApiOperation,
  Parameter,
  Schema,
  Schemas,
} from './openapi-types.ts';

export type SdkCall = {
  operation: OpenApiOperation;
  /** `keys.create` is the method `create` of the group `keys`. */
  group: string;
  method: string;
  /** `GET`. */
  verb: string;
  path: string;
  pathParameters: readonly Parameter[];
  query: readonly Parameter[];
  body?: { kind: 'json' | 'form' | 'bytes'; schema: Schema };
  takesIdempotencyKey: boolean;
  /** What successes contain, by media type. */
  content: Content;
  json: readonly Schema[];
  /** The schema of an item, where the response is a page of a list. */
  item?: Schema;
};

const bodyKinds = [
  ['json', 'application/json'],
  ['form', 'multipart/form-data'],
  ['bytes', '*/*'],
] as const;

function toBody({ requestBody }: OpenApiOperation): SdkCall['body'] {
  for (const [kind, type] of bodyKinds) {
    const media = requestBody?.content[type];
    if (media) return { kind, schema: media.schema ?? {} };
  }
  if (requestBody) throw new Error(`No body of ${Object.keys(requestBody.content)} is known.`);
  return undefined;
}

/** Throws when two calls have one name. */
export function listSdkCalls(document: OpenApiDocument): SdkCall[] {
  const { schemas } = document.components;
  const calls = Object.entries(resolvePaths(document)).flatMap(([path, byVerb]) =>
    Object.entries(byVerb).map(([verb, operation]) => toSdkCall(path, verb, operation, schemas)),
  );
  requireUniqueNames(calls);
  return calls;
}

/** Of an operation without references, except those of its schemas. */
export function toSdkCall(
  path: string,
  verb: string,
  operation: OpenApiOperation,
  schemas: Schemas,
): SdkCall {
  const parameters = operation.parameters ?? [];
  const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
  const json = successes.flatMap(([, one]) => one.content?.['application/json']?.schema ?? []);
  const query = parameters.filter((one) => one.in === 'query');
  const page = json[0] && resolveSchema(json[0], schemas).properties;
  const isList = page?.has_next && query.some(({ name }) => name === 'page');
  const item = isList ? page?.results?.items : undefined;
  const body = toBody(operation);
  const [group = '', method = ''] = operation['x-sdk'].split('.');
  return {
    operation,
    group,
    method,
    verb: verb.toUpperCase(),
    path,
    pathParameters: listPathParameters(path, parameters),
    query,
    takesIdempotencyKey: parameters.some((one) => one.name === 'Idempotency-Key'),
    content: Object.assign({}, ...successes.map(([, one]) => one.content)),
    json,
    ...(body && { body }),
    ...(item && { item }),
  };
}

export type SdkResult = 'value' | 'nothing' | 'list' | 'stream' | 'file';

/** What the call returns where its query and body choose no other format. */
export function toResult({ item, content, json }: SdkCall): SdkResult {
  const types = Object.keys(content);
  if (item) return 'list';
  if (types.length === 0) return 'nothing';
  if (types.join() === 'text/event-stream') return 'stream';
  return json.length > 0 ? 'value' : 'file';
}

/** In the order of the path. */
const listPathParameters = (path: string, parameters: readonly Parameter[]) =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => {
    const found = parameters.find((one) => one.in === 'path' && one.name === name);
    if (!found) throw new Error(`${path} has no parameter ${name}.`);
    return found;
  });

function requireUniqueNames(calls: readonly SdkCall[]): void {
  for (const [name, same] of Map.groupBy(calls, ({ group, method }) => `${group}.${method}`))
    if (same.length > 1)
      throw new Error(`${same.map((one) => one.operation.operationId)} are all called ${name}.`);
}
