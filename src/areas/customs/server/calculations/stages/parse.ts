// The first stage: the facts of a request as the engine reads them.
import type { CalculationInput, OwnRate } from '../../../wire/calculations/calculation-inputs.ts';
import type { ImportKind } from '../../../wire/calculations/calculations.constants.ts';
import { type Consignment, readConsignment } from '../../engine/read-facts.ts';
import type { PublishedRuleSet } from '../../rule-sets/rule-set-store.ts';
import type { SavedRate } from '../calculation-store.ts';

/** Rules, tariff and rates of a saved calculation, in place of those of the day. */
export type OriginalRules = {
  ruleSet: PublishedRuleSet;
  tariffId: number | null;
  rates: readonly SavedRate[];
};

export type CalculationRequest = {
  kind: ImportKind;
  input: CalculationInput;
  original?: OriginalRules | undefined;
  /** The names of fields that the request contains and the contract lacks. */
  unknownFields?: readonly string[];
};

export type ParsedImport = Required<Omit<CalculationRequest, 'original'>> & {
  original: OriginalRules | undefined;
  /** The day of the calculation, by default today. */
  date: string;
  today: string;
  country: string;
  /** The rules for whom, if the request names them. */
  regime: string | undefined;
  ownRates: readonly OwnRate[];
  consignment: Consignment;
};

export function parse(
  { kind, input, original, unknownFields = [] }: CalculationRequest,
  today: string,
): ParsedImport {
  return {
    kind,
    input,
    original,
    unknownFields,
    date: String(input.calculation_date ?? today),
    today,
    country: input.destination_country,
    regime: (input.regime ?? input.importer) as string | undefined,
    ownRates: (input.exchange_rates ?? []) as OwnRate[],
    consignment: readConsignment(input),
  };
}
