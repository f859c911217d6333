// What the use-cases of this area need.
import type { Kernel } from '#kernel/kernel.ts';
import { createUrlSigner, type UrlSigner } from '#kernel/storage/signed-urls.ts';
import { createRates, type Rates } from './rates/rates.ts';
import { createRuleSets, type RuleSets } from './rule-sets/rule-sets.ts';

export type Customs = {
  kernel: Kernel;
  urlSigner: UrlSigner;
  rates: Rates;
  ruleSets: RuleSets;
  /** Today's date in UTC, as `YYYY-MM-DD`. */
  today: () => string;
};

export const createCustoms = (kernel: Kernel): Customs => ({
  kernel,
  urlSigner: createUrlSigner(kernel),
  rates: createRates(kernel),
  ruleSets: createRuleSets(kernel),
  today: () => kernel.clock.now().toISOString().slice(0, 10),
});
