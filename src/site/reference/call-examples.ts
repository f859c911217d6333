// The example of a request, as the document has it, for the code that makes it.
import { exampleIn } from '#lib/openapi-examples.ts';
import type { OpenApiOperation, Parameter, Schema, Schemas } from '#lib/openapi-types.ts';
import { toResult, toSdkCall } from '#lib/sdk-calls.ts';
import { mayUseKey } from './access.ts';
import { openApiDocument } from './openapi-document.ts';
import type { Operation } from './operations.ts';
import type { RequestParts } from './try-it/request-parts.ts';

const { schemas: ofCustomers } = openApiDocument.components;

export type BodyKind = 'none' | 'json' | 'form' | 'raw';

/** The kind of the body, its schema, and the example of it. */
export function toBody(
  { requestBody }: Pick<Operation, 'requestBody'>,
  schemas: Schemas = ofCustomers,
): {
  kind: BodyKind;
  schema: Schema;
  example?: unknown;
} {
  const { content = {} } = requestBody ?? {};
  for (const [kind, type] of [
    ['json', 'application/json'],
    ['form', 'multipart/form-data'],
  ] as const) {
    const media = content[type];
    if (media) return { kind, schema: media.schema ?? {}, example: exampleIn(media, schemas) };
  }
  return { kind: content['*/*'] ? 'raw' : 'none', schema: {} };
}

/** Parameters of the path and of the query; those of headers are explained once for all calls. */
export const listParameters = ({ parameters = [] }: Pick<Operation, 'parameters'>): Parameter[] =>
  parameters.filter((one) => one.in !== 'header');

type ExampleOperation = OpenApiOperation & Pick<Operation, 'method' | 'apiPath'>;

/** What an example sends: the parameters that have an example, and the body. */
export function exampleRequest(
  operation: ExampleOperation,
  schemas: Schemas = ofCustomers,
): RequestParts {
  const { kind, schema, example } = toBody(operation, schemas);
  const values = listParameters(operation)
    .filter((one) => one.example !== undefined)
    .map((one) => [one.name, String(one.example)] as const);
  return {
    method: operation.method,
    apiPath: operation.apiPath,
    values: Object.fromEntries(values),
    bodyKind: kind,
    ...(example !== undefined && { body: JSON.stringify(example, null, 2) }),
    sendsKey: mayUseKey(operation),
    needsCredential: operation['x-permission'] !== 'public',
    sdk: {
      name: operation['x-sdk'],
      result: toResult(toSdkCall(operation.apiPath, operation.method, operation, schemas)),
    },
    files: Object.entries(schema.properties ?? {})
      .filter(([, { format }]) => kind === 'form' && format === 'binary')
      .map(([name]) => name),
  };
}

/** The first success with a body in JSON. */
export function exampleResponse({ responses }: Pick<Operation, 'responses'>) {
  for (const [status, { content }] of Object.entries(responses)) {
    const body = exampleIn(content?.['application/json'] ?? {}, ofCustomers);
    if (status.startsWith('2') && body !== undefined) return { status, body };
  }
  return undefined;
}
