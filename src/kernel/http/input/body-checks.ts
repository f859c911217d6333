// Checks of single fields that a contract leaves to the server. They also run when other fields are
// wrong, so that a caller gets all errors at once.
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { isObject } from '#lib/is-object.ts';
import type { Actor } from '../../ports.ts';
import { InvalidInput } from '../errors.ts';

type Fields = Record<string, unknown>;

/** Gets the fields that fit their schemas, and throws InvalidInput for others. */
export type BodyCheck<B = Fields> = (fields: Partial<B>, actor: Actor | null) => void;

/** The fields of a body that fit their schemas, as these return them. */
function readValidFields(schema: z.ZodType, body: unknown): Fields {
  let valid: Fields = {};
  const reader = schema.superRefine(
    (value, { issues }) => {
      const wrong = new Set(issues.map(({ path = [] }) => path[0]));
      if (isObject(value))
        valid = Object.fromEntries(Object.entries(value).filter(([name]) => !wrong.has(name)));
    },
    { when: () => true },
  );
  reader.safeParse(body);
  return valid;
}

/** The errors of all checks by field. */
export function findProblems(
  checks: readonly BodyCheck[],
  schema: Endpoint['body'],
  body: unknown,
  actor: Actor | null,
): Record<string, unknown> {
  const problems: Record<string, unknown> = {};
  if (checks.length === 0 || !schema || schema === 'raw') return problems;
  const fields = readValidFields(schema, body);
  for (const check of checks)
    try {
      check(fields, actor);
    } catch (error) {
      if (!(error instanceof InvalidInput)) throw error;
      Object.assign(problems, error.fields);
    }
  return problems;
}
