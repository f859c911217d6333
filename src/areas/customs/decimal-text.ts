// Amounts and other figures as text, so that nothing is rounded on its way in.
import { z } from 'zod';

/** Ten to the fifteenth: no price, weight or power comes near it. */
const decimalMax = 1e15;

const plainDecimal = /^\d{1,16}(\.\d{1,8})?$/;
const tooLarge = `Ensure this value is less than or equal to ${decimalMax}.`;

function wordsFor(text: string): string {
  if (/^-\d+(\.\d+)?$/.test(text)) return 'Ensure this value is greater than or equal to 0.';
  if (/^\d{17,}(\.\d+)?$/.test(text)) return tooLarge;
  if (/^\d+\.\d{9,}$/.test(text)) return 'Ensure that there are no more than 8 decimal places.';
  return 'A valid number is required.';
}

export const decimalText = z
  .string()
  .trim()
  .regex(plainDecimal, { error: ({ input }) => wordsFor(String(input)) })
  .refine((text) => !plainDecimal.test(text) || Number(text) <= decimalMax, tooLarge);

/** Words for what is absent, for null, and for what is wrong otherwise. */
export const orMissing = (wrong: string) => ({
  error: ({ input }: { input?: unknown }) => {
    if (input === undefined) return 'This field is required.';
    return input === null ? 'This field may not be null.' : wrong;
  },
});

/** Stated as text or as a number of JSON. */
export const decimal = z
  .union([z.string(), z.number()], orMissing('A valid number is required.'))
  .transform(String)
  .pipe(decimalText);

export const aboveZero = decimal.pipe(
  z.string().refine((text) => Number(text) > 0, 'Ensure this value is greater than 0.'),
);

export const notMoreThan = (max: number) =>
  decimal.pipe(
    z
      .string()
      .refine((text) => Number(text) <= max, `Ensure this value is less than or equal to ${max}.`),
  );
