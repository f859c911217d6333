// Which published rules an import falls under.
import { apiError } from '#kernel/http/errors.ts';
import { ruleSetNotFound } from '../../../wire/calculations/calculations.ts';
import { chooseRuleSet, listCountries } from '../../rule-sets/choose-rule-set.ts';
import type { PublishedRuleSet } from '../../rule-sets/rule-set-store.ts';
import type { ParsedImport } from './parse.ts';

/** Throws 422 `rule_set_not_found`. */
export function chooseRules(
  { kind, country, date, regime }: Pick<ParsedImport, 'kind' | 'country' | 'date' | 'regime'>,
  published: readonly PublishedRuleSet[],
): PublishedRuleSet {
  const chosen = chooseRuleSet(published, { kind, country, date, ...(regime && { regime }) });
  if (chosen) return chosen;
  const available = published
    .filter(({ body }) => body.kind === kind)
    .flatMap(({ body }) => listCountries(body));
  throw apiError(ruleSetNotFound, { available: [...new Set(available)].sort() });
}
