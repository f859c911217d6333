import { z } from 'zod';
import { commonErrors, declareError, endpoint } from '#lib/endpoint.ts';
import { listQuery, pageOf } from '#lib/pagination.ts';

export const currencyTypes = ['fiat', 'crypto'] as const;

const decimal = z.string().describe('Decimal text.');

export const Currency = z
  .object({
    id: z.int(),
    code: z.string(),
    name: z.string(),
    symbol: z.string(),
    currency_type: z.enum(currencyTypes),
    token: z.string(),
    network: z.string(),
    network_name: z.string(),
    decimal_places: z.int(),
    min_amount: decimal.describe('In units of this currency.'),
    max_amount: decimal.nullable(),
    fee_percentage: z.number().describe('0 to 100; added to the amount to pay.'),
    logo_url: z.string().nullable(),
    is_stable: z.boolean(),
    is_popular: z.boolean(),
    requires_extra_id: z.boolean().describe('Payments need a memo or tag.'),
    usd_rate: decimal.nullable().describe('Price of one unit in US dollars.'),
    usd_rate_updated_at: z.iso.datetime().nullable(),
    is_active: z.boolean(),
    sort_order: z.int(),
    display_name: z.string(),
  })
  .meta({ id: 'Currency' });
export type CurrencyWire = z.infer<typeof Currency>;

export const DetailedCurrency = Currency.extend({
  wallet_regex: z.string(),
  extra_id_regex: z.string().nullable(),
  smart_contract: z.string().nullable(),
  explorer_url_template: z
    .string()
    .nullable()
    .describe('`{hash}` is replaced by the transaction hash.'),
  confirmations_required: z.int(),
  average_confirmation_seconds: z.int(),
  available_for_payment: z.boolean(),
  provider_code: z.string(),
}).meta({ id: 'DetailedCurrency' });
export type DetailedCurrencyWire = z.infer<typeof DetailedCurrency>;

const FixedRateCurrency = z
  .object({ currency: z.string(), min_amount: decimal, max_amount: decimal.nullable() })
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
  summary: 'List currencies',
  permission: { key: 'payments:read' },
  work: 'replica',
  query: z.object({
    page,
    page_size,
    limit,
    search,
    ordering,
    currency_type: z.enum(currencyTypes).optional(),
    is_active: flag.optional(),
    is_stable: flag.optional(),
    network: z.string().max(20).optional(),
  }),
  responses: { 200: pageOf(Currency) },
  errors: [commonErrors.invalidPage],
});

export const listOfferedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies/',
  summary: 'List currency codes of the payment providers',
  permission: { key: 'payments:read' },
  work: 'none',
  query: z.object({
    fixed_rate: flag.optional().describe('Returns objects with limits instead of codes.'),
  }),
  responses: { 200: z.object({ currencies: z.array(z.string().or(FixedRateCurrency)) }) },
  errors: [providerUnavailable],
});

export const listCheckedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies_checked/',
  summary: 'List active currency codes',
  permission: { key: 'payments:read' },
  work: 'replica',
  responses: {
    200: z.object({ selectedCurrencies: z.array(z.string()), currencies: z.array(z.string()) }),
  },
});

export const listDetailedCurrencies = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/currencies_detailed/',
  summary: 'List currencies with payment details',
  permission: { key: 'payments:read' },
  work: 'none',
  responses: { 200: z.object({ currencies: z.array(DetailedCurrency) }) },
});

export const readCurrency = endpoint({
  method: 'GET',
  path: '/apix/payments/currencies/:id/',
  summary: 'Retrieve a currency',
  permission: { key: 'payments:read' },
  work: 'replica',
  params: z.object({ id: z.string() }),
  responses: { 200: Currency },
  errors: [commonErrors.notFound],
});
