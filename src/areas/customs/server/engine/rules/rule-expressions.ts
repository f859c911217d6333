// Expressions and conditions of the format `customs-rules/1`.
import { z } from 'zod';

const reference = z.string().regex(/^(fact:[a-z0-9_]+|step:[A-Z0-9_]+|-?\d+(\.\d+)?)$/);

/** A number: a fact, an earlier step, a literal, a table cell, or arithmetic on these. */
export type Expression =
  | string
  | { table: string; col: string }
  | { add: Expression[] }
  | { sub: [Expression, Expression] }
  | { mul: Expression[] }
  | { div: [Expression, Expression] }
  | { min: Expression[] }
  | { max: Expression[] }
  | { whole: Expression }
  /** The true value may be higher: amounts that depend on it are minimums. */
  | { at_least: Expression };

export const expressionSchema: z.ZodType<Expression> = z.lazy(() =>
  z.union([
    reference,
    z.strictObject({ table: z.string(), col: z.string() }),
    z.strictObject({ add: z.array(expressionSchema).min(1) }),
    z.strictObject({ sub: z.tuple([expressionSchema, expressionSchema]) }),
    z.strictObject({ mul: z.array(expressionSchema).min(1) }),
    z.strictObject({ div: z.tuple([expressionSchema, expressionSchema]) }),
    z.strictObject({ min: z.array(expressionSchema).min(1) }),
    z.strictObject({ max: z.array(expressionSchema).min(1) }),
    z.strictObject({ whole: expressionSchema }),
    z.strictObject({ at_least: expressionSchema }),
  ]),
);

const operator = z.enum(['eq', 'ne', 'in', 'starts_with', 'lt', 'le', 'gt', 'ge', 'present']);
const scalar = z.union([z.string(), z.number(), z.boolean()]);

export type Comparison = {
  fact?: string;
  ref?: string;
  op: z.infer<typeof operator>;
  value?: z.infer<typeof scalar> | z.infer<typeof scalar>[];
  /** The currency of `value`, if money is compared in a currency other than the set's. */
  currency?: string;
};
export type Condition =
  | Comparison
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition };

export const conditionSchema: z.ZodType<Condition> = z.lazy(() =>
  z.union([
    z.strictObject({
      fact: z.string().optional(),
      ref: z.string().optional(),
      op: operator,
      value: z.union([scalar, z.array(scalar)]).optional(),
      currency: z.string().length(3).optional(),
    }),
    z.strictObject({ all: z.array(conditionSchema).min(1) }),
    z.strictObject({ any: z.array(conditionSchema).min(1) }),
    z.strictObject({ not: conditionSchema }),
  ]),
);
