import { factNamed } from '../wire/facts/facts.constants.ts';

/** The label of a missing fact; `exchange_rate USD/EUR` becomes `exchange rate USD/EUR`. */
export const formatFactName = (name: string): string =>
  factNamed(name)?.label ?? name.replace(/^exchange_rate /, 'exchange rate ').replaceAll('_', ' ');
