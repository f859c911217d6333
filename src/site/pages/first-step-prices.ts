import site from '#content/site.json' with { type: 'json' };

/** Optional in content/site.json: the price of the first step by service, as text. */
const prices: Readonly<Record<string, string>> =
  (site as { firstStepPrices?: Record<string, string> }).firstStepPrices ?? {};

/** By the path of a service; undefined where the price has to be asked for. */
export const firstStepPrice = (path: string): string | undefined =>
  prices[path.split('/').at(-1) ?? ''];
