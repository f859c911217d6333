// Exchange rates and conversion.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { decimalText } from './decimals.ts';

const permission = { key: 'customs' } as const;
const metered = { group: 'customs' } as const;
const code = z.string().trim().max(10);
const day = z.iso.date('Enter a date as YYYY-MM-DD.');

export const listRates = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/',
  summary: 'List exchange rates',
  description: 'Returns the rate of each currency against one of them on a day, with its source.',
  permission,
  work: 'none',
  metered,
  query: z.object({
    base: code.default('EUR'),
    date: day.optional(),
    search: z.string().max(100).optional(),
  }),
  responses: {
    200: z.object({
      source: z.string(),
      base_currency: z.string(),
      date: z.iso.date(),
      is_stale: z.boolean(),
      count: z.int(),
      results: z.array(
        z.object({
          code: z.string(),
          numeric_code: z.string(),
          name: z.string(),
          minor_unit: z.int(),
          rate: z.string(),
          date: z.iso.date(),
          source: z.string(),
          change_percent: z
            .number()
            .nullable()
            .describe('Change since the previous day, if known.'),
        }),
      ),
    }),
  },
});

export const convertCurrency = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/convert/',
  summary: 'Convert an amount',
  description:
    'Converts an amount at the rate of a day, and says whose rate it is and through which currency it goes.',
  permission,
  work: 'none',
  metered,
  query: z.object({
    from: code
      .optional()
      .describe('The currency to convert from; required, unless its alias is sent.')
      .meta({ examples: ['USD'] }),
    to: code
      .optional()
      .describe('The currency to convert to; required, unless its alias is sent.')
      .meta({ examples: ['EUR'] }),
    from_currency: code.optional().describe('Alias of `from`.'),
    to_currency: code.optional().describe('Alias of `to`.'),
    amount: decimalText.default('1'),
    date: day.optional(),
  }),
  responses: {
    200: z.object({
      amount: z.string(),
      from_currency: z.string(),
      to_currency: z.string(),
      rate: z.string(),
      inverse_rate: z.string(),
      result: z.string().describe('Up to six decimals.'),
      source: z.string(),
      rate_date: z.iso.date(),
      path: z.string().nullable().describe('Through which currency: `KRW->EUR->USD`.'),
      is_stale: z.boolean(),
    }),
  },
});
