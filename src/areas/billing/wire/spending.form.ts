// Validation of spending caps and budgets, shared with the forms in the browser.
import { z } from 'zod';
import { requestsBudgetMax } from './spending.constants.ts';

export const aboveZero = 'Enter an amount above zero, such as 50.00.';

/** An amount; the server refuses more decimals than the currency of the plan has. */
export const ceilingAmount = z
  .string()
  .trim()
  .regex(/^\d{1,9}(\.\d{1,8})?$/, aboveZero)
  .refine((text) => /[1-9]/.test(text), aboveZero);

export const requestsBudget = z
  .int('A valid integer is required.')
  .min(1, 'Ensure this value is greater than or equal to 1.')
  .max(requestsBudgetMax, `Ensure this value is less than or equal to ${requestsBudgetMax}.`);

export const spendingBody = z
  .object({
    is_overage_on: z
      .boolean()
      .describe('False: calls over the quota are refused, as in a plan that sells no overage.'),
    cap: ceilingAmount
      .nullable()
      .describe(
        'The most that overage may cost in a usage month, in the currency of the plan. Null: the cap of the plan applies, if it has one.',
      ),
  })
  .partial();
