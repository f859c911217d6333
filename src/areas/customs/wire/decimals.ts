// Amounts and other numbers as text, so that none is rounded when it is read.
import { z } from 'zod';

/** Far above any price, weight or power. */
const decimalMax = 1e15;

const plainDecimal = /^\d{1,16}(\.\d{1,8})?$/;
const tooLarge = `Ensure this value is less than or equal to ${decimalMax}.`;

function messageFor(text: string): string {
  if (/^-\d+(\.\d+)?$/.test(text)) return 'Ensure this value is greater than or equal to 0.';
  if (/^\d{17,}(\.\d+)?$/.test(text)) return tooLarge;
  if (/^\d+\.\d{9,}$/.test(text)) return 'Ensure that there are no more than 8 decimal places.';
  return 'A valid number is required.';
}

export const decimalText = z
  .string()
  .trim()
  .regex(plainDecimal, { error: ({ input }) => messageFor(String(input)) })
  .refine((text) => !plainDecimal.test(text) || Number(text) <= decimalMax, tooLarge);

/** Messages for an absent value, for null, and for any other wrong value. */
export const requiredMessages = (wrong: string) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined) return 'This field is required.';
    return input === null ? 'This field may not be null.' : wrong;
  },
});

/** A JSON string or number. */
export const decimal = z
  .union([z.string(), z.number()], requiredMessages('A valid number is required.'))
  .transform(String)
  .pipe(decimalText);

export const aboveZero = decimal.pipe(
  z.string().refine((text) => Number(text) > 0, 'Ensure this value is greater than 0.'),
);

export const atMost = (max: number) =>
  decimal.pipe(
    z
      .string()
      .refine((text) => Number(text) <= max, `Ensure this value is less than or equal to ${max}.`),
  );
