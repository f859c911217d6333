import { Badge } from '#ui/Badge.tsx';
import type { ResultWire } from '../../calculation-schema.ts';
import { sayMoney } from '../customs-words.ts';
import { Bar } from './Bar.tsx';
import { fillOf, listCategories } from './shares.ts';

const otherTotals = (result: ResultWire) =>
  Object.entries(result.totals_in)
    .filter(([currency]) => currency !== result.currency)
    .map(([currency, amount]) => sayMoney(amount, currency));

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
    value && { term: 'Customs value', text: sayMoney(value, currency) },
    landed && {
      term: 'Landed cost',
      text: `${least}${sayMoney(landed, currency)}`,
    },
    result.effective_rate_percent !== null && {
      term: 'Payments to value',
      text: `${least}${result.effective_rate_percent} %`,
    },
  ].filter((row) => !!row);
  return <Rows rows={rows} />;
}

/** Rates move until the goods are at the border: what the total would be then. */
function RateMoves({ result }: { result: ResultWire }) {
  const { rate_sensitivity: moved, total_is_minimum: isMinimum, currency } = result;
  if (!moved) return null;
  const row = (how: string, total: string) => ({
    term: `${moved.percent} % ${how}`,
    text: `${isMinimum ? 'at least ' : ''}${sayMoney(total, currency)}`,
  });
  return (
    <section aria-label="If exchange rates move" className="border-t border-line pt-4">
      <p className="mb-1 text-sm">The total if other currencies become</p>
      <Rows rows={[row('dearer', moved.dearer), row('cheaper', moved.cheaper)]} />
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
              {sayMoney(amount, result.currency)}
            </span>
          )}
        </span>
        <Bar share={share} fill={fillOf[category]} isUnknown={state === 'unknown'} />
      </li>
    ))}
  </ul>
);

/** What is to be paid, and what it is made of. A minimum says so before its figure. */
export function TotalView({ result }: { result: ResultWire }) {
  const { total_payments: total, total_is_minimum: isMinimum, currency } = result;
  const others = otherTotals(result);
  return (
    <div className="grid gap-5">
      <div>
        <p className="text-sm text-quiet">Duties and taxes</p>
        {isMinimum && (
          <p className="mt-1 flex flex-wrap items-center gap-2">
            <Badge tone="warning">A minimum, not the total</Badge>
          </p>
        )}
        <p className="mt-1 font-mono text-2xl font-medium wrap-anywhere tabular-nums">
          {isMinimum && <span className="font-sans text-lg text-warning-text">at least </span>}
          {sayMoney(total, currency)}
        </p>
        {others.length > 0 && (
          <p className="mt-1 text-sm text-quiet tabular-nums">About {others.join(' or ')}</p>
        )}
      </div>
      <CategoryBars result={result} />
      <TotalFacts result={result} />
      <RateMoves result={result} />
    </div>
  );
}
