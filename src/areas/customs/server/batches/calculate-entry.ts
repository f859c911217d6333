// One calculation of a batch: validated and calculated like a single call.
import { ApiError, InvalidInput, toErrorResponse } from '#kernel/http/errors.ts';
import { fieldErrors, parseInput } from '#kernel/http/input/field-errors.ts';
import {
  type CalculationInput,
  goodsInput,
  vehicleInput,
} from '../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { calculate } from '../calculations/calculate.ts';
import type { Customs } from '../customs.ts';
import type { EntryResult, FinishedEntry } from './batch-store.ts';

const inputs = { goods: goodsInput, vehicle: vehicleInput };

/** Until it is calculated. */
export const emptyOutcome: EntryResult = {
  total: null,
  total_is_minimum: false,
  total_most: null,
  currency: null,
  missing: [],
  code: null,
  message: null,
  problems: {},
  rule_set: null,
};

export const invalidOutcome = (problems: Readonly<Record<string, unknown>>): EntryResult => ({
  ...emptyOutcome,
  ...{ code: 'invalid', message: 'Some fields are not valid.', problems },
});

/** A fault of ours, after every attempt: the other lines go on. */
export const faultOutcome: EntryResult = {
  ...emptyOutcome,
  code: 'error',
  message: 'This could not be calculated because of a fault on our side. Try it again later.',
};

/** Null for an error that a later attempt may not meet. */
function toFailure(error: unknown): EntryResult | null {
  if (error instanceof InvalidInput) return invalidOutcome(error.fields);
  const isClientError = (toErrorResponse(error)?.status ?? 500) < 500;
  if (!(error instanceof ApiError) || !isClientError) return null;
  return { ...emptyOutcome, code: error.declaration.code, message: error.message };
}

async function findOutcome(
  customs: Customs,
  kind: ImportKind,
  input: unknown,
): Promise<Omit<FinishedEntry, 'number'>> {
  const read = parseInput<CalculationInput>(inputs[kind], input);
  if (!read.success) return { status: 'failed', outcome: invalidOutcome(fieldErrors(read.issues)) };
  const { result } = await calculate(customs, { kind, input: read.data });
  const { id, version } = result.rule_set;
  return {
    status: result.status,
    outcome: {
      ...emptyOutcome,
      total: result.total_payments,
      total_is_minimum: result.total_is_minimum,
      total_most: result.total_most,
      currency: result.currency,
      missing: result.missing,
      rule_set: { id, version },
    },
  };
}

/** Throws what a later attempt may not meet, such as an outage of the database. */
export async function calculateEntry(
  customs: Customs,
  kind: ImportKind,
  input: unknown,
): Promise<Omit<FinishedEntry, 'number'>> {
  try {
    return await findOutcome(customs, kind, input);
  } catch (error) {
    const failure = toFailure(error);
    if (failure) return { status: 'failed', outcome: failure };
    throw error;
  }
}
