// What a result says about its exchange rates.
import { formatUtcDate } from '#lib/format.ts';
import type { ResultWire } from '../../../wire/calculations/calculation-results.ts';
import type { Evaluation } from '../../engine/evaluate.ts';
import type { UsedRate, Warning } from '../../engine/scope.ts';
import { indicativeSource, isStale } from '../../rates/merge-rates.ts';
import { type DayRates, type FoundRate, findRate, formatRate } from '../../rates/rates.ts';
import type { EvaluatedImport } from '../stages/evaluate-import.ts';

/** From the currency of a total into the others that it is shown in. */
export const listTotalRates = (currency: string, rates: DayRates): UsedRate[] =>
  ['USD', 'EUR'].flatMap((to) => findRate(rates, currency, to) ?? []);

/** The rates that an amount was converted by. */
const listConversions = ({ usedRates }: Pick<Evaluation, 'usedRates'>): FoundRate[] =>
  usedRates.filter(({ from, to }) => from !== to);

export const serializeRates = (evaluation: Evaluation): ResultWire['exchange_rates'] =>
  evaluation.usedRates.map((used: FoundRate) => ({
    from: used.from,
    to: used.to,
    rate: formatRate(used.rate),
    date: used.date,
    source: used.source,
    policy: used.policy ?? null,
    is_policy_rate: used.isPolicyRate ?? false,
  }));

/** The weakest of the rates that amounts of the total were converted by; null without any. */
export function findRatesStatus(evaluation: Evaluation): ResultWire['rates_status'] {
  const used = listConversions(evaluation);
  const published = used.filter(({ source }) => source !== 'own');
  if (published.length === 0) return used.length > 0 ? 'own' : null;
  if (published.some(({ source }) => source === indicativeSource)) return 'indicative';
  return published.every(({ isPolicyRate }) => isPolicyRate) ? 'official' : 'other';
}

/** What a reader has to know about the rates of a result. */
export const listRateWarnings = ({
  evaluation,
  dayRates,
  ownRates,
}: EvaluatedImport): Warning[] => [
  ...listPolicyWarnings(evaluation),
  ...listIndicativeWarnings(evaluation),
  ...listStaleRateWarnings(evaluation, dayRates),
  ...listUnusedRateWarnings(evaluation, ownRates),
];

const joinPairs = (rates: readonly UsedRate[]): string =>
  rates.map(({ from, to }) => `from ${from} to ${to}`).join(', ');

const describeRate = ({ source, date }: UsedRate): string =>
  source === indicativeSource
    ? `an indicative rate of ${formatUtcDate(date)}`
    : `that of the ${source} of ${formatUtcDate(date)}`;

/** One for each rate that is used because that of the place is not known. */
function listPolicyWarnings(evaluation: Evaluation): Warning[] {
  const others = listConversions(evaluation).filter(
    ({ source, policy, isPolicyRate }) => policy && !isPolicyRate && source !== 'own',
  );
  const groups = Map.groupBy(others, (one) => `${one.policy} ${one.source} ${one.date}`);
  return [...groups.values()].map((group) => {
    const [one] = group as [FoundRate];
    const used = `It is not known, so ${joinPairs(group)} ${describeRate(one)} is used.`;
    return { code: 'rate_policy_not_met', message: `Customs apply: ${one.policy} ${used}` };
  });
}

function listIndicativeWarnings(evaluation: Evaluation): Warning[] {
  const indicative = listConversions(evaluation).filter(
    ({ source }) => source === indicativeSource,
  );
  if (indicative.length === 0) return [];
  const pairs = joinPairs(indicative);
  const message = `The exchange rates are indicative: round figures entered by hand, ${pairs}. State your own rate, or take the total as an estimate.`;
  return [{ code: 'rate_indicative', message }];
}

/** For the rates that an amount was converted by. */
function listStaleRateWarnings(evaluation: Evaluation, { day }: DayRates): Warning[] {
  const stale = listConversions(evaluation).filter(
    (one) => one.source !== 'own' && !one.isPolicyRate && isStale(one.date, day),
  );
  const messages = stale.map(({ from, to, date }) => {
    const known = formatUtcDate(date);
    return date > day
      ? `No exchange rate from ${from} to ${to} is known of ${formatUtcDate(day)}: that of ${known} is used.`
      : `The exchange rate from ${from} to ${to} is of ${known}.`;
  });
  return [...new Set(messages)].map((message) => ({ code: 'rate_stale', message }));
}

/** A rate that the user stated for a pair that no amount needs. */
function listUnusedRateWarnings(
  evaluation: Evaluation,
  ownRates: EvaluatedImport['ownRates'],
): Warning[] {
  const used = new Set(listConversions(evaluation).map(({ from, to }) => pairKey(from, to)));
  return ownRates
    .filter(({ from, to }) => !used.has(pairKey(from, to)))
    .map(({ from, to }) => ({
      code: 'own_rate_unused',
      message: `Your exchange rate from ${from} to ${to} is not used: no amount needs it.`,
    }));
}

const pairKey = (from: string, to: string): string => [from, to].sort().join(' ');
