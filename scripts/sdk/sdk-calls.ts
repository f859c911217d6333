// The calls of an OpenAPI document, as the SDK needs them.
import { resolvePaths, resolveSchema } from '#lib/openapi-refs.ts';
import type {
  Content,
  OpenApiDocument,
  OpenApiOperation,
  Parameter,
  Schema,
} from '#lib/openapi-types.ts';
import { nameCalls, type SdkName } from '#lib/sdk-names.ts';

export type SdkCall = SdkName & {
  operation: OpenApiOperation;
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

function bodyOf({ requestBody }: OpenApiOperation): SdkCall['body'] {
  for (const [kind, type] of bodyKinds) {
    const media = requestBody?.content[type];
    if (media) return { kind, schema: media.schema ?? {} };
  }
  if (requestBody) throw new Error(`No body of ${Object.keys(requestBody.content)} is known.`);
  return undefined;
}

/** Names are shared by both documents, so that a call has one name for everybody. */
export function listSdkCalls(
  document: OpenApiDocument,
  documents: readonly OpenApiDocument[],
): SdkCall[] {
  const names = nameCalls(
    documents.flatMap((one) => listOperations(one).map(([, , call]) => call)),
  );
  const { schemas } = document.components;
  const calls = listOperations(document).map(([path, method, operation]): SdkCall => {
    const parameters = operation.parameters ?? [];
    const successes = Object.entries(operation.responses).filter(([status]) => /^2/.test(status));
    const content = Object.assign({}, ...successes.map(([, one]) => one.content));
    const json = successes.flatMap(([, one]) => one.content?.['application/json']?.schema ?? []);
    const query = parameters.filter((one) => one.in === 'query');
    const page = json[0] && resolveSchema(json[0], schemas).properties;
    const isList = page?.has_next && query.some(({ name }) => name === 'page');
    const item = isList ? page?.results?.items : undefined;
    const body = bodyOf(operation);
    return {
      ...names.get(operation.operationId)!,
      operation,
      verb: method.toUpperCase(),
      path,
      pathParameters: listPathParameters(path, parameters),
      query,
      takesIdempotencyKey: parameters.some((one) => one.name === 'Idempotency-Key'),
      content,
      json,
      ...(body && { body }),
      ...(item && { item }),
    };
  });
  requireUniqueNames(calls);
  return calls;
}

const listOperations = (document: OpenApiDocument) =>
  Object.entries(resolvePaths(document)).flatMap(([path, byMethod]) =>
    Object.entries(byMethod)
      .filter(([, operation]) => operation.operationId)
      .map(([method, operation]) => [path, method, operation] as const),
  );

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
