import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { createPageSchema, listQuery } from '#lib/pagination.ts';
import { byId, money, numberId } from '#lib/wire/fields.ts';

export const currencyTypes = ['fiat', 'crypto'] as const;

export const Currency = z
  .object({
    id: numberId,
    code: z.string().describe('What payments name.'),
    name: z.string().describe('For people.'),
    symbol: z.string().describe('As people write it.'),
    currency_type: z.enum(currencyTypes).describe('Money of states, or crypto.'),
    token: z.string().describe('Of crypto: the token.'),
    network: z.string().describe('Of crypto: the network.'),
    network_name: z.string().describe('Its network in words; empty without one.'),
    decimal_places: z.int().describe('Of the smallest amount.'),
    min_amount: money.describe('In units of this currency.'),
    max_amount: money.nullable().describe('In units of this currency; null without a limit.'),
    fee_percentage: z.number().describe('0 to 100; added to the amount to pay.'),
    logo_url: z.string().nullable().describe('Address of the logo; null without one.'),
    is_stable: z.boolean().describe('Follows the value of a state currency.'),
    is_popular: z.boolean().describe('Shown first.'),
    requires_extra_id: z.boolean().describe('Payments need a memo or tag.'),
    usd_rate: money.nullable().describe('Price of one unit in US dollars.'),
    usd_rate_updated_at: z.iso.datetime().nullable().describe('When `usd_rate` was read.'),
    is_active: z.boolean().describe('Whether payments accept it.'),
    sort_order: z.int().describe('Smaller comes first.'),
    display_name: z.string().describe('Name with network.'),
  })
  .meta({ id: 'Currency' });
export type CurrencyWire = z.infer<typeof Currency>;

export const DetailedCurrency = Currency.extend({
  wallet_regex: z.string().describe('What an address looks like.'),
  extra_id_regex: z.string().nullable().describe('What a memo or tag looks like.'),
  smart_contract: z.string().nullable().describe('Of the token.'),
  explorer_url_template: z
    .string()
    .nullable()
    .describe('`{hash}` is replaced by the transaction hash.'),
  confirmations_required: z.int().describe('Until money counts.'),
  average_confirmation_seconds: z.int().describe('How long that usually takes.'),
  available_for_payment: z.boolean().describe('Whether payments accept it now.'),
  provider_code: z.string().describe('Its code at the provider.'),
}).meta({ id: 'DetailedCurrency' });
export type DetailedCurrencyWire = z.infer<typeof DetailedCurrency>;

const FixedRateCurrency = z
  .object({
    currency: z.string().describe('Its code at the provider.'),
    min_amount: money.describe('In units of this currency.'),
    max_amount: money.nullable().describe('In units of this currency; null without a limit.'),
  })
  .meta({ id: 'FixedRateCurrency' });

/** No provider is responding and no cached response exists. */
export const providerUnavailable = declareError(
  'provider_unavailable',
  503,
  'The payment provider is not responding. Try again in a few minutes.',
);

const flag = z
  .enum(['true', 'false', '1', '0'], 'Must be a valid boolean.')
  .transform((text) => text === 'true' || text === '1');

const { page, page_size, limit, search, ordering } = listQuery;

export const listCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/',
  group: 'Currencies',
  tool: { toolset: 'payments', order: 4 },
  summary: 'List currencies',
  description:
    'Returns the currencies that can be paid in or priced, with networks, limits and fees.',
  permission: { key: 'payments:read' },
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit,
    search,
    ordering,
    currency_type: z
      .enum(currencyTypes)
      .optional()
      .describe('Only money of states, or only crypto.'),
    is_active: flag.optional().describe('Only active ones, or only others.'),
    is_stable: flag.optional().describe('Only stablecoins and the like, or only others.'),
    network: z.string().max(20).optional().describe('Only crypto of this network, such as `tron`.'),
  }),
  responses: { 200: createPageSchema(Currency) },
  errors: [commonErrors.invalidPage],
});

export const listOfferedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies/',
  group: 'Currencies',
  tool: { none: 'Another tool returns the same.' },
  summary: 'List currency codes of the payment providers',
  description:
    'Returns the codes that the providers offer, whether enabled here or not. When a provider is away, the last known list is returned with the header `X-Data-Stale: true`.',
  permission: { key: 'payments:read' },
  work: 'none',
  query: z.object({
    fixed_rate: flag.optional().describe('Returns objects with limits instead of codes.'),
  }),
  responses: {
    200: z.object({
      currencies: z.array(z.string().or(FixedRateCurrency)).describe('The codes, by the alphabet.'),
    }),
  },
  errors: [providerUnavailable],
});

export const listCheckedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies_checked/',
  group: 'Currencies',
  tool: { none: 'Another tool returns the same.' },
  summary: 'List active currency codes',
  description:
    'Returns only the codes of the currencies that are enabled here. Both fields have the same list.',
  permission: { key: 'payments:read' },
  work: 'replica',
  responses: {
    200: z.object({
      selectedCurrencies: z.array(z.string()).describe('The same as `currencies`.'),
      currencies: z.array(z.string()).describe('Codes that payments accept.'),
    }),
  },
});

export const listDetailedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies_detailed/',
  group: 'Currencies',
  tool: { none: 'Another tool returns the same.' },
  summary: 'List currencies with payment details',
  description:
    'Returns the enabled currencies with what a checkout needs: patterns of addresses, confirmations and the usual time they take.',
  permission: { key: 'payments:read' },
  work: 'none',
  responses: {
    200: z.object({
      currencies: z.array(DetailedCurrency).describe('Those that payments accept.'),
    }),
  },
});

export const readCurrency = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/:id/',
  group: 'Currencies',
  tool: { toolset: 'payments', order: 4 },
  summary: 'Retrieve a currency',
  description: 'Returns one currency by its id, with its network, decimals and limits.',
  permission: { key: 'payments:read' },
  work: 'replica',
  params: byId,
  responses: { 200: Currency },
  errors: [commonErrors.notFound],
});
