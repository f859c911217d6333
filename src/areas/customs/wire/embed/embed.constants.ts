// Calculators on other sites: limits, addresses, and the link from one to the full result.

import { isObject } from '#lib/is-object.ts';

export const embedNameMax = 100;
export const embedOriginsMax = 20;
export const dailyQuotaMax = 10_000;
export const dailyQuotaDefault = 100;
/** As many as a visitor reads through. */
export const embedCodesMax = 8;

export const embedScriptPath = '/embed/duty-calculator.js';
export const embedFormPath = '/apix/data_customs/embed/form/';
export const embedCodesPath = '/apix/data_customs/embed/codes/';
export const embedCalculationPath = '/apix/data_customs/embed/calculation/';

/** The page that shows a result of a calculator with every line. */
export const fullResultPage = '/customs';
const factsName = '#facts=';

/** In the fragment, which browsers send to no server. */
export const writeFacts = (facts: object): string =>
  factsName + encodeURIComponent(JSON.stringify(facts));

/** Null for a fragment without facts, or one that was edited. */
export function readFacts(fragment: string): Record<string, unknown> | null {
  if (!fragment.startsWith(factsName)) return null;
  try {
    const facts: unknown = JSON.parse(decodeURIComponent(fragment.slice(factsName.length)));
    return isObject(facts) ? facts : null;
  } catch {
    return null;
  }
}
