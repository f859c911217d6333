// The currencies that payments can be made in, and which of them the providers accept.
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { isCurrency } from '#lib/currencies.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { roundToAmount, toAmount, toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { snapshotRate } from '#lib/rates.ts';
import {
  type CurrencyWire,
  type DetailedCurrencyWire,
  type listCurrencies as listContract,
  providerUnavailable,
} from '../../wire/currencies.ts';
import type { Providers } from '../providers/providers.ts';
import * as currencyStore from './currency-store.ts';
import type { ReadCatalog } from './provider-catalog-cache.ts';

export type CurrencyContext = {
  kernel: Pick<Kernel, 'work'>;
  providers: Providers;
  readCatalog: ReadCatalog;
};

type ListQuery = z.output<(typeof listContract)['query']>;

export async function listCurrencies(
  db: Db,
  { page: _, page_size: __, limit: ___, ...filter }: ListQuery,
  page: PageRequest,
) {
  const { rows, total } = await currencyStore.listCurrencies(db, filter, page);
  return { results: rows.map(toCurrency), total };
}

/** Throws `not_found`. */
export async function readCurrency(db: Db, id: string): Promise<CurrencyWire> {
  const row = /^\d{1,9}$/.test(id) ? await currencyStore.findCurrency(db, Number(id)) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return toCurrency(row);
}

/** Throws `provider_unavailable` when no provider responds and nothing is cached. */
export async function listOffered({ readCatalog }: CurrencyContext, isFixedRate: boolean) {
  const { currencies, isStale, isMissing } = await readCatalog();
  if (isMissing) throw apiError(providerUnavailable);
  const fixed = currencies.fixedRate.map(({ currency, minAmount, maxAmount }) => ({
    currency,
    min_amount: formatLimit(minAmount, currency),
    max_amount: maxAmount === null ? null : formatLimit(maxAmount, currency),
  }));
  return { currencies: isFixedRate ? fixed : currencies.plain, isStale };
}

/** Active codes that a configured provider accepts. */
export async function listActiveCodes({ providers }: CurrencyContext, db: Db): Promise<string[]> {
  const rows = await currencyStore.listAllCurrencies(db);
  return rows
    .filter((row) => row.is_active && providers.forCurrency(row.currency_type))
    .map(({ code }) => code);
}

export async function listDetailed({ kernel, readCatalog }: CurrencyContext) {
  const [rows, { currencies, isStale }] = await Promise.all([
    kernel.work.replica(currencyStore.listAllCurrencies),
    readCatalog(),
  ]);
  const offered = new Set(currencies.plain);
  const isAvailable = (row: currencyStore.CurrencyRow) => row.is_active && offered.has(row.code);
  return { currencies: rows.map((row) => toDetailedCurrency(row, isAvailable(row))), isStale };
}

/** With all decimals of a currency that we know. */
const formatLimit = (decimal: string, code: string): string =>
  isCurrency(code) ? toDecimalText(roundToAmount(decimal, code)) : decimal;

function toCurrency(row: currencyStore.CurrencyRow): CurrencyWire {
  const amount = (text: string) => toDecimalText(toAmount(text, row.code));
  const rate = snapshotRate(row.code, 'USD');
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    symbol: row.symbol,
    currency_type: row.currency_type,
    token: row.token,
    network: row.network,
    network_name: row.network_name,
    decimal_places: row.decimal_places,
    min_amount: amount(row.min_amount),
    max_amount: row.max_amount === null ? null : amount(row.max_amount),
    fee_percentage: Number(row.fee_percentage),
    logo_url: row.logo_url,
    is_stable: row.is_stable,
    is_popular: row.is_popular,
    requires_extra_id: row.requires_extra_id,
    usd_rate: rate?.rate ?? null,
    usd_rate_updated_at: rate?.at.toISOString() ?? null,
    is_active: row.is_active,
    sort_order: row.sort_order,
    // Token names already contain the network.
    display_name: row.name.includes('(') ? row.name : `${row.name} (${row.token})`,
  };
}

const toDetailedCurrency = (
  row: currencyStore.CurrencyRow,
  isAvailable: boolean,
): DetailedCurrencyWire => ({
  ...toCurrency(row),
  wallet_regex: row.wallet_regex,
  extra_id_regex: row.extra_id_regex,
  smart_contract: row.smart_contract,
  explorer_url_template: row.explorer_url_template,
  confirmations_required: row.confirmations_required,
  average_confirmation_seconds: row.average_confirmation_seconds,
  available_for_payment: isAvailable,
  provider_code: row.provider_code,
});
