import { formatUtcDate } from '#lib/format.ts';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import { formatRate, formatRateSource } from '../customs-format.ts';

type UsedRatesProps = { result: ResultWire };
type UsedRate = ResultWire['exchange_rates'][number];

/** Whose rate it is, and whose it should be where that is another. */
function RateLine({ from, to, rate, date, source, policy, is_policy_rate: isPolicy }: UsedRate) {
  return (
    <li className="tabular-nums">
      1 {from} = {formatRate(rate)} {to},{' '}
      {source === 'own' ? 'your own rate' : `${formatRateSource(source)}, ${formatUtcDate(date)}`}
      {policy && isPolicy && <>. {policy}</>}
      {policy && !isPolicy && (
        <span className="text-warning-text">. Customs apply another: {policy}</span>
      )}
    </li>
  );
}

/** The exchange rates and rules that the result used, with dates and sources. */
export const UsedRates = ({ result }: UsedRatesProps) => (
  <ul className="grid gap-1.5 text-sm text-quiet">
    {result.exchange_rates
      .filter(({ from, to }) => from !== to)
      .map((rate) => (
        <RateLine key={`${rate.from} ${rate.to}`} {...rate} />
      ))}
    <li>
      {result.rule_set.title}, version {result.rule_set.version}, in force since{' '}
      {formatUtcDate(result.rule_set.effective_from)}
      {result.rule_set.to_be_verified && (
        <strong className="font-medium text-warning-text">, still to be verified</strong>
      )}
    </li>
    <li>
      An estimate from published rules, not customs advice. Only the customs authority decides.
    </li>
  </ul>
);
