// Amounts and other numbers as text, so that none is rounded when it is read.
import { z } from 'zod';

/** Far above any price, weight or power. */
const decimalMax = 1e15;

const tooLarge = `Ensure this value is less than or equal to ${decimalMax}.`;

function messageFor(text: string, decimalsMax: number): string {
  if (/^-\d+(\.\d+)?$/.test(text)) return 'Ensure this value is greater than or equal to 0.';
  if (/^\d{17,}(\.\d+)?$/.test(text)) return tooLarge;
  if (/^\d+\.\d+$/.test(text))
    return `Ensure that there are no more than ${decimalsMax} decimal places.`;
  return 'A valid number is required.';
}

const exponential = /^(\d+)(?:\.(\d+))?e\+?(-?\d{1,2})$/i;

/** `1e15` and `2.5e-7` without the exponent, as JSON writes large and small numbers. */
function writePlain(text: string): string {
  const [, whole, fraction = '', exponent] = exponential.exec(text) ?? [];
  if (whole === undefined) return text;
  const point = whole.length + Number(exponent);
  const digits = `${whole}${fraction}`.padEnd(point, '0');
  if (point <= 0) return `0.${'0'.repeat(-point)}${digits}`;
  const rest = digits.slice(point);
  return rest ? `${digits.slice(0, point)}.${rest}` : digits.slice(0, point);
}

function createDecimalText(decimalsMax: number) {
  const plain = new RegExp(`^\\d{1,16}(\\.\\d{1,${decimalsMax}})?$`);
  return z
    .string()
    .trim()
    .overwrite(writePlain)
    .regex(plain, { error: ({ input }) => messageFor(String(input), decimalsMax) })
    .refine((text) => !plain.test(text) || Number(text) <= decimalMax, tooLarge);
}

export const decimalText = createDecimalText(8);

const createDecimal = (text: typeof decimalText) =>
  z.union([z.string(), z.number()], 'A valid number is required.').transform(String).pipe(text);

/** A JSON string or number. */
export const decimal = createDecimal(decimalText);

const isAboveZero = z
  .string()
  .refine((text) => Number(text) > 0, 'Ensure this value is greater than 0.');

export const aboveZero = decimal.pipe(isAboveZero);

/** Of a weak currency for a strong one, a rate has many decimals. */
export const exchangeRate = createDecimal(createDecimalText(12)).pipe(isAboveZero);

export const atMost = (max: number) =>
  decimal.pipe(
    z
      .string()
      .refine((text) => Number(text) <= max, `Ensure this value is less than or equal to ${max}.`),
  );
