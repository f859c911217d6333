// The examples of the API reference, against the contracts that they were printed from.
import { expect, test } from 'vitest';
import { z } from 'zod';
import { listEndpoints } from '#kernel/openapi/openapi.ts';
import { exampleRequest } from '#site/reference/call-examples.ts';
import { fieldOptions } from '#site/reference/objects.ts';
import { operations } from '#site/reference/operations.ts';
import { contracts } from '../../src/app.ts';

const endpoints = new Map(listEndpoints(contracts).map(({ name, endpoint }) => [name, endpoint]));

test('examples are accepted by the contracts', () => {
  const wrong = operations.flatMap((operation) => {
    const endpoint = endpoints.get(operation.operationId);
    const { values, body, bodyKind } = exampleRequest(operation, fieldOptions.schemas);
    const problems: string[] = [];
    for (const part of ['params', 'query'] as const) {
      const schema = endpoint?.[part];
      const of = Object.entries(values).filter(([name]) => name in (schema?.shape ?? {}));
      const result = schema?.safeParse(Object.fromEntries(of));
      if (result?.error) problems.push(z.prettifyError(result.error));
    }
    const { body: schema } = endpoint ?? {};
    if (schema && schema !== 'raw' && bodyKind === 'json' && !endpoint?.base64Field) {
      const result = schema.safeParse(JSON.parse(body ?? 'null'));
      if (result.error) problems.push(z.prettifyError(result.error));
    }
    return problems.map((text) => `${operation.operationId}: ${text}`);
  });
  expect(wrong).toEqual([]);
});
