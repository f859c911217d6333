// A request with example values, and the code that makes it.
import { mayUseKey } from './access.ts';
import { exampleOf } from './example-values.ts';
import type { Parameter, Schema, Schemas } from './openapi-types.ts';
import type { Operation } from './operations.ts';
import { requestExamples } from './request-examples.ts';
import type { RequestParts } from './try-it/request-parts.ts';

export type BodyKind = 'none' | 'json' | 'form' | 'raw';

/** The kind of the body, and its schema. */
export function bodyOf({ requestBody }: Pick<Operation, 'requestBody'>): {
  kind: BodyKind;
  schema: Schema;
} {
  const { content = {} } = requestBody ?? {};
  const json = content['application/json']?.schema;
  if (json) return { kind: 'json', schema: json };
  const form = content['multipart/form-data']?.schema;
  if (form) return { kind: 'form', schema: form };
  return { kind: content['*/*'] ? 'raw' : 'none', schema: {} };
}

export const exampleOfParameter = ({ name, schema }: Parameter, schemas: Schemas): string => {
  const value = exampleOf(schema, schemas, name);
  return Array.isArray(value) ? value.join() : String(value);
};

/** What an example sends: all parameters of the path, required ones of the query, and the body. */
export function exampleRequest(operation: Operation, schemas: Schemas): RequestParts {
  const { kind, schema } = bodyOf(operation);
  const chosen = operation.parameters.filter((one) => one.in === 'path' || one.required);
  const values = chosen.map((one) => [one.name, exampleOfParameter(one, schemas)] as const);
  const body =
    kind === 'json' || kind === 'form'
      ? (requestExamples[operation.operationId] ?? exampleOf(schema, schemas))
      : undefined;
  return {
    method: operation.method,
    apiPath: operation.apiPath,
    values: Object.fromEntries(values),
    bodyKind: kind,
    ...(body !== undefined && { body: JSON.stringify(body, null, 2) }),
    sendsKey: mayUseKey(operation),
    needsCredential: operation['x-permission'] !== 'public',
    files: Object.entries(schema.properties ?? {})
      .filter(([, { format }]) => kind === 'form' && format === 'binary')
      .map(([name]) => name),
  };
}
