// What the use-cases of this area work with.
import type { Kernel } from '#kernel/kernel.ts';
import { openUrlSigner, type UrlSigner } from '#kernel/storage/signed-urls.ts';
import { openRates, type Rates } from './rates.ts';
import { openRuleSets, type RuleSets } from './rule-sets.ts';

export type Customs = {
  kernel: Kernel;
  urlSigner: UrlSigner;
  rates: Rates;
  ruleSets: RuleSets;
  /** The day (UTC) as `YYYY-MM-DD`. */
  today: () => string;
};

export const openCustoms = (kernel: Kernel): Customs => ({
  kernel,
  urlSigner: openUrlSigner(kernel),
  rates: openRates(kernel),
  ruleSets: openRuleSets(kernel),
  today: () => kernel.clock.now().toISOString().slice(0, 10),
});
