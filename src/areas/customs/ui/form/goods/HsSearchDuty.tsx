import { Link } from 'react-router';
import { listConditions } from '../../tariffs/CodeDuties.tsx';
import { useTariffCode } from '../../tariffs/queries.ts';
import { codePath, formatOrigin, measureLabels } from '../../tariffs/tariff.labels.ts';

type HsSearchDutyProps = { code: string; country: string; origin: string };

const measuresMax = 5;

/**
 * The duty and the conditions of a code that was chosen from the search. A code that no loaded
 * tariff has shows nothing: the calculation says what is known of it.
 */
export function HsSearchDuty({ code, country, origin }: HsSearchDutyProps) {
  const { data: page, isError } = useTariffCode({ code, country, origin, date: '' });
  if (isError || !page?.duties) return null;
  const others = page.measures.filter(({ kind }) => kind !== 'third_country');
  return (
    <div className="text-sm" aria-live="polite">
      <p>
        Duty: <span className="font-medium">{page.duty ?? 'not known'}</span>
        {page.duty_reason && <span className="text-quiet">. {page.duty_reason}</span>}
      </p>
      <ul className="text-quiet">
        {others.slice(0, measuresMax).map((measure) => (
          <li key={JSON.stringify(measure)} className="wrap-anywhere">
            {measureLabels[measure.kind]}, {formatOrigin(measure.origin)}:{' '}
            {[measure.duty ?? measure.text, ...listConditions(measure)].join(', ')}
          </li>
        ))}
      </ul>
      <Link to={codePath(page.code, country)} className="link">
        {others.length > measuresMax ? `All ${page.measures.length} measures` : 'More on this code'}
      </Link>
    </div>
  );
}
