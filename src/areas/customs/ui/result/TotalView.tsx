import { formatMoney } from '#lib/format-money.ts';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { ResultWire } from '../../wire/calculations/calculation-results.ts';
import {
  type RatesStatus,
  ratesStatusLabels,
} from '../../wire/calculations/calculations.constants.ts';
import { formatAmounts, formatTotal } from '../customs-format.ts';
import { Bar } from './Bar.tsx';
import { fillByCategory, listCategories } from './shares.ts';

const otherTotals = (result: ResultWire) =>
  Object.entries(result.totals_in)
    .filter(([currency]) => currency !== result.currency)
    .map(([currency, amount]) => formatMoney(amount, currency));

const Rows = ({ rows }: { rows: readonly { term: string; text: string }[] }) => (
  <dl className="grid gap-1 text-sm">
    {rows.map(({ term, text }) => (
      <div key={term} className="flex justify-between gap-4">
        <dt className="text-quiet">{term}</dt>
        <dd className="font-mono whitespace-nowrap">{text}</dd>
      </div>
    ))}
  </dl>
);

function TotalFacts({ result }: { result: ResultWire }) {
  const { customs_value: value, landed_cost: landed, currency, total_is_minimum } = result;
  const least = total_is_minimum ? 'at least ' : '';
  const rows = [
    value && { term: 'Customs value', text: formatMoney(value, currency) },
    landed && {
      term: 'Landed cost',
      text: formatAmounts(result, landed, result.landed_cost_most),
    },
    result.effective_rate_percent !== null && {
      term: 'Payments to value',
      text: `${least}${result.effective_rate_percent} %`,
    },
  ].filter((row) => !!row);
  return <Rows rows={rows} />;
}

/** The total under other exchange rates, which may change before the goods reach the border. */
function RateSensitivity({ result }: { result: ResultWire }) {
  const { rate_sensitivity: sensitivity, total_is_minimum: isMinimum, currency } = result;
  if (!sensitivity) return null;
  const row = (how: string, total: string) => ({
    term: `${sensitivity.percent} % ${how}`,
    text: `${isMinimum ? 'at least ' : ''}${formatMoney(total, currency)}`,
  });
  return (
    <section aria-label="If exchange rates move" className="border-t border-line pt-4">
      <p className="mb-1 text-sm">The total if other currencies become</p>
      <Rows rows={[row('dearer', sensitivity.dearer), row('cheaper', sensitivity.cheaper)]} />
    </section>
  );
}

const CategoryBars = ({ result }: { result: ResultWire }) => (
  <ul className="grid gap-3">
    {listCategories(result).map(({ category, label, amount, share, state }) => (
      <li key={category} className="grid gap-1">
        <span className="flex justify-between gap-4 text-sm">
          {label}
          {state === 'unknown' ? (
            <span className="font-medium text-warning-text">Unknown</span>
          ) : (
            <span className="font-mono whitespace-nowrap">
              {state === 'minimum' && <span className="text-warning-text">at least </span>}
              {formatMoney(amount, result.currency)}
            </span>
          )}
        </span>
        <Bar share={share} fill={fillByCategory[category]} isUnknown={state === 'unknown'} />
      </li>
    ))}
  </ul>
);

const ratesTones: Record<RatesStatus, BadgeTone> = {
  official: 'success',
  other: 'warning',
  indicative: 'warning',
  own: 'info',
};

const RatesBadge = ({ status }: { status: RatesStatus }) => (
  <p className="mt-2">
    <Badge tone={ratesTones[status]}>{ratesStatusLabels[status]}</Badge>
  </p>
);

/** The total and its parts. A minimum is marked before its amount. */
export function TotalView({ result }: { result: ResultWire }) {
  const { total_payments: total, total_most: most, currency } = result;
  const isMinimum = result.total_is_minimum && !most;
  const isRange = result.status === 'range';
  const others = otherTotals(result);
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-sm text-quiet">Duties and taxes</p>
        {result.total_is_minimum && (
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <Badge tone="warning">
              {isRange ? 'Between two amounts' : 'A minimum, not the total'}
            </Badge>
          </p>
        )}
        <p className="mt-1 font-mono text-2xl font-medium wrap-anywhere tabular-nums">
          {isMinimum && <span className="font-sans text-lg text-warning-text">at least </span>}
          {isRange ? formatTotal(result) : formatMoney(total, currency)}
        </p>
        {others.length > 0 && (
          <p className="mt-1 text-sm text-quiet tabular-nums">About {others.join(' or ')}</p>
        )}
        {result.rates_status && <RatesBadge status={result.rates_status} />}
      </div>
      <CategoryBars result={result} />
      <TotalFacts result={result} />
      <RateSensitivity result={result} />
    </div>
  );
}
