import { bodyOf, exampleOfParameter, exampleRequest } from './call-examples.ts';
import { fieldOptions } from './objects.ts';
import type { Operation } from './operations.ts';
import type { TryItCall } from './try-it/try-it-call.ts';

/** More values than this are typed, not chosen. */
const valuesMax = 30;

/** Files are chosen, not typed. */
function withoutFiles(body: string, files: readonly string[]): string {
  const fields = Object.entries(JSON.parse(body) as object);
  const typed = fields.filter(([name]) => !files.includes(name));
  return JSON.stringify(Object.fromEntries(typed), null, 2);
}

/** What the form for trying a call needs to know of it. */
export function tryItCallOf(operation: Operation): TryItCall {
  const { method, apiPath, parameters } = operation;
  const { files, body } = exampleRequest(operation, fieldOptions.schemas);
  const { kind } = bodyOf(operation);
  return {
    method,
    apiPath,
    permission: operation['x-permission'],
    bodyKind: kind,
    files,
    ...(body !== undefined && { body: withoutFiles(body, files) }),
    parameters: parameters.map((one) => {
      const values = one.schema.enum?.map(String);
      return {
        name: one.name,
        isRequired: one.required,
        example: one.required ? exampleOfParameter(one, fieldOptions.schemas) : '',
        ...(values && values.length <= valuesMax && { values }),
      };
    }),
  };
}
