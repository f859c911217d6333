// What the use-cases of this area need.
import type { Kernel } from '#kernel/kernel.ts';
import { createUrlSigner, type UrlSigner } from '#kernel/storage/signed-urls.ts';
import type { CustomsConfig } from './config.ts';
import { createRates, type Rates } from './rates/rates.ts';
import { createRuleSetChecker, type RuleSetChecker } from './rule-sets/rule-set-checker.ts';
import { createRuleSets, type RuleSets } from './rule-sets/rule-sets.ts';
import { createTariffs, type Tariffs } from './tariffs/versions/tariffs-in-force.ts';

export type Customs = {
  kernel: Kernel<CustomsConfig>;
  urlSigner: UrlSigner;
  rates: Rates;
  ruleSets: RuleSets;
  ruleSetChecker: RuleSetChecker;
  tariffs: Tariffs;
  /** Today's date in UTC, as `YYYY-MM-DD`. */
  today: () => string;
};

export const createCustoms = (kernel: Kernel<CustomsConfig>): Customs => ({
  kernel,
  urlSigner: createUrlSigner(kernel),
  rates: createRates(kernel),
  ruleSets: createRuleSets(kernel),
  ruleSetChecker: createRuleSetChecker(kernel),
  tariffs: createTariffs(kernel),
  today: () => kernel.clock.now().toISOString().slice(0, 10),
});
