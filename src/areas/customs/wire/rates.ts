// Exchange rates and conversion.
import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { decimalText } from './facts/decimals.ts';

const permission = { key: 'customs' } as const;
const metered = { group: 'customs' } as const;
const code = z.string().trim().max(10);
const day = z.iso.date('Enter a date as YYYY-MM-DD.');

export const listRates = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/',
  group: 'Exchange rates',
  tool: { toolset: 'customs', order: 4 },
  summary: 'List exchange rates',
  description: 'Returns the rate of each currency against one of them on a day, with its source.',
  permission,
  work: 'none',
  metered,
  query: z.object({
    base: code.default('EUR').describe('The currency that costs 1.'),
    date: day.optional().describe('The day of the rates, by default today.'),
    search: z.string().max(100).optional().describe('Words of the code or name of a currency.'),
  }),
  responses: {
    200: z.object({
      source: z.string().describe('Who published the rates.'),
      base_currency: z.string().describe('The currency that costs 1.'),
      date: z.iso.date().describe('The day of the rates.'),
      is_stale: z
        .boolean()
        .describe('Whether the rates are older than they should be, or of a later day.'),
      count: z.int().describe('How many are listed.'),
      results: z
        .array(
          z.object({
            code: z.string().describe('Three letters.'),
            numeric_code: z.string().describe('Three digits of ISO 4217; empty if it has none.'),
            name: z.string().describe('For people.'),
            minor_unit: z.int().describe('Decimals of its amounts.'),
            rate: z.string().describe('Units for one of the base; decimal text.'),
            date: z.iso.date().describe('The day of this rate.'),
            source: z.string().describe('Who published this rate.'),
            change_percent: z
              .number()
              .nullable()
              .describe('Percent since the previous day; null if unknown.'),
          }),
        )
        .describe('Each currency, by its code.'),
    }),
  },
});

export const convertCurrency = endpoint({
  method: 'GET',
  path: '/apix/data_customs/currencies/convert/',
  group: 'Exchange rates',
  tool: { toolset: 'customs', order: 3, isEssential: true },
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
    amount: decimalText.default('1').describe('At most 16 digits before and 8 after the point.'),
    date: day
      .optional()
      .describe('The day of the rate, by default today. The last rate until then is used.'),
  }),
  responses: {
    200: z.object({
      amount: z.string().describe('As asked for; decimal text.'),
      from_currency: z.string().describe('Three letters.'),
      to_currency: z.string().describe('Three letters.'),
      rate: z.string().describe('Units of the target for one of the source; decimal text.'),
      inverse_rate: z.string().describe('The other way round; decimal text.'),
      result: z.string().describe('The converted amount; decimal text, up to six decimals.'),
      source: z.string().describe('Who published the rate.'),
      rate_date: z.iso
        .date()
        .describe('The day of the rate. Later than `date` where none is known from before.'),
      path: z.string().nullable().describe('Through which currency: `KRW->EUR->USD`.'),
      is_stale: z
        .boolean()
        .describe('Whether the rate is older than it should be, or of a later day.'),
    }),
  },
});
