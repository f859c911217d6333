// What the contracts of figures have in common.
import { z } from 'zod';
import { baseCurrency, definitions, type FigureName, monthsDefault } from './figures.constants.ts';

const monthText = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Enter a month such as 2026-10.')
  .describe('A month, such as `2026-10`.');

export const month = monthText.describe('Such as `2026-10`, in UTC.');
export const currency = z.string().describe('Of the amounts.');
export const currencies = z
  .array(z.string())
  .describe('That have figures; they are never summed with each other.');
export const partial = z.boolean().describe('Whether the month is not over.');

/** A figure with its definition as the description. */
export const amount = (name: FigureName) => z.string().describe(definitions[name]);
export const count = (name: FigureName) => z.int().describe(definitions[name]);
export const share = (name: FigureName) =>
  z.number().nullable().describe(`${definitions[name]} From 0 to 1; null of none.`);

export const format = z.enum(['json', 'csv']).optional().describe('`csv` downloads the table.');

/** The first and the last month. */
export const period = {
  from: monthText
    .optional()
    .describe(`The first month, UTC; by default ${monthsDefault} months with the last one.`),
  to: monthText.optional().describe('The last month, UTC; by default the current one.'),
};
export const currencyQuery = z
  .string()
  .max(20)
  .optional()
  .describe(`Currency of the amounts, by default ${baseCurrency}.`);

export const csv = 'text/csv; charset=utf-8';
