import type { ResultWire } from '../../calculation-schema.ts';
import { sayDay, sayRate, saySource } from '../customs-words.ts';

type UsedRatesProps = { result: ResultWire };

/** What the answer rests on: rates with their day and source, rules with theirs. */
export const UsedRates = ({ result }: UsedRatesProps) => (
  <ul className="grid gap-1.5 text-sm text-quiet">
    {result.exchange_rates
      .filter(({ from, to }) => from !== to)
      .map(({ from, to, rate, date, source }) => (
        <li key={`${from} ${to}`} className="tabular-nums">
          1 {from} = {sayRate(rate)} {to},{' '}
          {source === 'own' ? 'your own rate' : `${saySource(source)}, ${sayDay(date)}`}
        </li>
      ))}
    <li>
      {result.rule_set.title}, version {result.rule_set.version}, in force since{' '}
      {sayDay(result.rule_set.effective_from)}
      {result.rule_set.to_be_verified && (
        <strong className="font-medium text-warning-text">, still to be verified</strong>
      )}
    </li>
    <li>
      An estimate from published rules, not customs advice. Only the customs authority decides.
    </li>
  </ul>
);
