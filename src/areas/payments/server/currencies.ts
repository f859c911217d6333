// The currencies that payments can be made in: ours, and what providers take of them.
import type { z } from 'zod';
import type { Db } from '#kernel/database/database.ts';
import { apiError } from '#kernel/http/errors.ts';
import type { Kernel } from '#kernel/kernel.ts';
import { commonErrors } from '#lib/endpoint.ts';
import { amountOf, toDecimalText } from '#lib/money.ts';
import type { PageRequest } from '#lib/pagination.ts';
import { snapshotRate } from '#lib/rates.ts';
import {
  type CurrencyWire,
  type DetailedCurrencyWire,
  type listCurrencies as listContract,
  providerUnavailable,
} from '../contract.ts';
import * as store from './currency-store.ts';
import type { ReadOffers } from './provider-copies.ts';
import type { Providers } from './providers/open-providers.ts';

export type CurrencyDeps = {
  kernel: Pick<Kernel, 'work'>;
  providers: Providers;
  readOffers: ReadOffers;
};

type ListQuery = z.output<(typeof listContract)['query']>;

export async function listCurrencies(
  db: Db,
  { page: _, page_size: __, limit: ___, ...filter }: ListQuery,
  page: PageRequest,
) {
  const { rows, total } = await store.listCurrencies(db, filter, page);
  return { results: rows.map(toWire), total };
}

/** Throws `not_found`. */
export async function readCurrency(db: Db, id: string): Promise<CurrencyWire> {
  const row = /^\d{1,9}$/.test(id) ? await store.findCurrency(db, Number(id)) : undefined;
  if (!row) throw apiError(commonErrors.notFound);
  return toWire(row);
}

/** Throws `provider_unavailable` when nobody answers and nobody ever did. */
export async function listOffered({ readOffers }: CurrencyDeps, isFixedRate: boolean) {
  const { currencies, isStale, isMissing } = await readOffers();
  if (isMissing) throw apiError(providerUnavailable);
  const fixed = currencies.fixedRate.map(({ currency, minAmount, maxAmount }) => ({
    currency,
    min_amount: trimZeros(minAmount),
    max_amount: maxAmount === null ? null : trimZeros(maxAmount),
  }));
  return { currencies: isFixedRate ? fixed : currencies.plain, isStale };
}

/** Codes that are switched on here and that a configured provider can take. */
export async function listChecked({ providers }: CurrencyDeps, db: Db): Promise<string[]> {
  const rows = await store.listAllCurrencies(db);
  return rows
    .filter((row) => row.is_active && providers.forCurrency(row.currency_type))
    .map(({ code }) => code);
}

export async function listDetailed({ kernel, readOffers }: CurrencyDeps) {
  const [rows, { currencies, isStale }] = await Promise.all([
    kernel.work.replica(store.listAllCurrencies),
    readOffers(),
  ]);
  const offered = new Set(currencies.plain);
  const isAvailable = (row: store.CurrencyRow) => row.is_active && offered.has(row.code);
  return { currencies: rows.map((row) => toDetailedWire(row, isAvailable(row))), isStale };
}

const trimZeros = (decimal: string): string =>
  decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal;

function toWire(row: store.CurrencyRow): CurrencyWire {
  const amount = (text: string) => toDecimalText(amountOf(text, row.code));
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
    // A token's name says its network already.
    display_name: row.name.includes('(') ? row.name : `${row.name} (${row.token})`,
  };
}

const toDetailedWire = (row: store.CurrencyRow, isAvailable: boolean): DetailedCurrencyWire => ({
  ...toWire(row),
  wallet_regex: row.wallet_regex,
  extra_id_regex: row.extra_id_regex,
  smart_contract: row.smart_contract,
  explorer_url_template: row.explorer_url_template,
  confirmations_required: row.confirmations_required,
  average_confirmation_seconds: row.average_confirmation_seconds,
  available_for_payment: isAvailable,
  provider_code: row.provider_code,
});
