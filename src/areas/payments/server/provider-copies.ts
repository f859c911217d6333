// What providers offer, from a copy that survives their absence.
import { z } from 'zod';
import type { Kernel } from '#kernel/kernel.ts';
import * as store from './currency-store.ts';
import type { Providers } from './providers/open-providers.ts';
import {
  type PaymentProvider,
  type ProviderCurrencies,
  ProviderRefused,
  ProviderUnavailable,
} from './providers/provider.ts';

/** A copy this young is as good as an answer. */
const freshMs = 300_000;
/** A provider that fails is left alone for a while, so that nobody waits for it twice. */
const restMs = 30_000;
const kind = 'currencies';

const copied = z.object({
  plain: z.array(z.string()),
  fixedRate: z.array(
    z.object({ currency: z.string(), minAmount: z.string(), maxAmount: z.string().nullable() }),
  ),
});

type Offer = ProviderCurrencies & { isStale: boolean };
export type Offers = {
  /** Of all providers that answered once, each code once. */
  currencies: ProviderCurrencies;
  /** Part of it is a copy of former times, or missing. */
  isStale: boolean;
  /** Nothing is known of anybody. */
  isMissing: boolean;
};

export type ReadOffers = () => Promise<Offers>;

export function openProviderCopies(
  kernel: Pick<Kernel, 'work' | 'clock' | 'log'>,
  providers: Providers,
): ReadOffers {
  const restsUntil = new Map<string, number>();
  return async () => {
    const read = (provider: PaymentProvider) => readOffer(kernel, provider, restsUntil);
    const offers = await Promise.all(providers.offered.map(read));
    const known = offers.filter((offer) => offer !== null);
    return {
      currencies: {
        plain: [...new Set(known.flatMap((offer) => offer.plain))],
        fixedRate: uniqueByCode(known.flatMap((offer) => offer.fixedRate)),
      },
      isStale: known.length < offers.length || known.some((offer) => offer.isStale),
      isMissing: offers.length > 0 && known.length === 0,
    };
  };
}

const uniqueByCode = (all: ProviderCurrencies['fixedRate']): ProviderCurrencies['fixedRate'] =>
  all.filter((one, at) => all.findIndex(({ currency }) => currency === one.currency) === at);

async function readOffer(
  { work, clock, log }: Pick<Kernel, 'work' | 'clock' | 'log'>,
  provider: PaymentProvider,
  restsUntil: Map<string, number>,
): Promise<Offer | null> {
  // The sandbox's offer is our own table: a copy would only be late.
  if (provider.name === 'sandbox') return { ...(await provider.listCurrencies()), isStale: false };
  const now = clock.now();
  const kept = await work.read((db) => store.findCopy(db, provider.name, kind));
  const copy = copied.safeParse(kept?.content).data;
  if (copy && kept && now.getTime() - kept.fetched_at.getTime() < freshMs)
    return { ...copy, isStale: false };
  if ((restsUntil.get(provider.name) ?? 0) <= now.getTime()) {
    try {
      const content = await provider.listCurrencies();
      await work.write((tx) => store.keepCopy(tx, { provider: provider.name, kind, content, now }));
      return { ...content, isStale: false };
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefused)) throw error;
      restsUntil.set(provider.name, now.getTime() + restMs);
      log.warn(
        { provider: provider.name, reason: error.message },
        'a provider does not say what it takes',
      );
    }
  }
  return copy ? { ...copy, isStale: true } : null;
}
