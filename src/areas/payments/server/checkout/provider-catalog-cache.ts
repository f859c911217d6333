// Which currencies the providers accept, cached in the database in case they do not respond.
import { z } from 'zod';
import type { Kernel } from '#kernel/kernel.ts';
import {
  type PaymentProvider,
  type ProviderCurrencies,
  ProviderRefused,
  ProviderUnavailable,
} from '../providers/provider.ts';
import type { Providers } from '../providers/providers.ts';
import * as currencyStore from './currency-store.ts';

const freshMs = 300_000;
/** After a failure the provider is not asked for a while, so that requests do not wait for it. */
const pauseMs = 30_000;
const kind = 'currencies';

const catalogSchema = z.object({
  plain: z.array(z.string()),
  fixedRate: z.array(
    z.object({ currency: z.string(), minAmount: z.string(), maxAmount: z.string().nullable() }),
  ),
});

type CachedCatalog = ProviderCurrencies & { isStale: boolean };
export type Catalog = {
  /** Of all providers with a response, each code once. */
  currencies: ProviderCurrencies;
  /** Part of it is outdated or missing. */
  isStale: boolean;
  /** No provider has a response. */
  isMissing: boolean;
};

export type ReadCatalog = () => Promise<Catalog>;

export function createProviderCatalogCache(
  kernel: Pick<Kernel, 'work' | 'clock' | 'log'>,
  providers: Providers,
): ReadCatalog {
  const pausedUntil = new Map<string, number>();
  return async () => {
    const read = (provider: PaymentProvider) => readProviderCatalog(kernel, provider, pausedUntil);
    const catalogs = await Promise.all(providers.offered.map(read));
    const known = catalogs.filter((catalog) => catalog !== null);
    return {
      currencies: {
        plain: [...new Set(known.flatMap((catalog) => catalog.plain))],
        fixedRate: uniqueByCode(known.flatMap((catalog) => catalog.fixedRate)),
      },
      isStale: known.length < catalogs.length || known.some((catalog) => catalog.isStale),
      isMissing: catalogs.length > 0 && known.length === 0,
    };
  };
}

const uniqueByCode = (all: ProviderCurrencies['fixedRate']): ProviderCurrencies['fixedRate'] =>
  all.filter((one, at) => all.findIndex(({ currency }) => currency === one.currency) === at);

async function readProviderCatalog(
  { work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>,
  provider: PaymentProvider,
  restsUntil: Map<string, number>,
): Promise<CachedCatalog | null> {
  // The sandbox reads our own table: a cache would only be outdated.
  if (provider.name === 'sandbox') return { ...(await provider.listCurrencies()), isStale: false };
  const now = clock.now();
  const row = await work.read((db) => currencyStore.findProviderCatalog(db, provider.name, kind));
  const cached = catalogSchema.safeParse(row?.content).data;
  if (cached && row && now.getTime() - row.fetched_at.getTime() < freshMs)
    return { ...cached, isStale: false };
  if ((restsUntil.get(provider.name) ?? 0) <= now.getTime()) {
    try {
      const content = await provider.listCurrencies();
      await work.write((tx) =>
        currencyStore.saveProviderCatalog(tx, { provider: provider.name, kind, content, now }),
      );
      return { ...content, isStale: false };
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      restsUntil.set(provider.name, now.getTime() + pauseMs);
      log.warn(
        { provider: provider.name, reason: error.message },
        'the currencies of a provider could not be fetched',
      );
    }
  }
  return cached ? { ...cached, isStale: true } : null;
}
