import { exampleRequest, listParameters, toBody } from './call-examples.ts';
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
export function toTryItCall(operation: Operation): TryItCall {
  const { method, apiPath } = operation;
  const { files, body, sdk } = exampleRequest(operation);
  const { kind } = toBody(operation);
  return {
    method,
    apiPath,
    permission: operation['x-permission'],
    bodyKind: kind,
    files,
    sdk,
    ...(body !== undefined && { body: withoutFiles(body, files) }),
    parameters: listParameters(operation).map((one) => {
      const values = one.schema.enum?.map(String);
      return {
        name: one.name,
        isRequired: one.required === true,
        example: String(one.example ?? ''),
        ...(values && values.length <= valuesMax && { values }),
      };
    }),
  };
}
