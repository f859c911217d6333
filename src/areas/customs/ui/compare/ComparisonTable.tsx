import clsx from 'clsx';
import { formatList } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import type { CalculationWire } from '../../wire/calculation-results.ts';
import { formatFactName } from '../fact-name.ts';
import { Bar } from '../result/Bar.tsx';
import { categoryLabels } from '../result/line.labels.ts';
import { fillOf, listCategories, shareOf } from '../result/shares.ts';

export type ComparedScenario = { label: string; calculation: CalculationWire };

type ComparisonTableProps = { results: readonly ComparedScenario[]; cheapest: string | null };

type Category = keyof typeof categoryLabels;

const money = (amount: string | null, { currency }: CalculationWire) =>
  amount === null ? 'Unknown' : formatMoney(amount, currency);

/** Categories with a charge in at least one scenario. */
const chargedOf = (results: readonly ComparedScenario[]) =>
  (Object.keys(categoryLabels) as Category[]).filter((category) =>
    results.some(({ calculation }) =>
      listCategories(calculation).some((one) => one.category === category),
    ),
  );

const AtLeastLabel = ({ isMinimum }: { isMinimum: boolean }) =>
  isMinimum && <span className="block font-sans text-sm text-warning-text">at least</span>;

/** In US dollars, to compare totals in several currencies. */
const worthOf = ({ totals_in: totals }: CalculationWire) => totals.USD ?? null;

function TotalCell({ calculation, most }: { calculation: CalculationWire; most: string }) {
  const worth = worthOf(calculation);
  return (
    <>
      <AtLeastLabel isMinimum={calculation.total_is_minimum} />
      <strong className="font-semibold">{money(calculation.total_payments, calculation)}</strong>
      {worth && calculation.currency !== 'USD' && (
        <span className="block text-sm text-quiet">{formatMoney(worth, 'USD')}</span>
      )}
      <span className="mt-2 block">
        <Bar share={shareOf(worth, most)} fill={fillOf.duty} />
      </span>
    </>
  );
}

function Notes({ calculation }: { calculation: CalculationWire }) {
  const unknown = calculation.breakdown.filter(({ status }) => status === 'unknown');
  if (unknown.length === 0 && calculation.warnings.length === 0) return <>None</>;
  return (
    <ul className="grid gap-1.5 text-left text-sm">
      {unknown.length > 0 && (
        <li className="text-warning-text">
          Unknown: {formatList([...new Set(unknown.map(({ label }) => label))])}
          {calculation.missing.length > 0 &&
            `, for want of ${formatList(calculation.missing.map(formatFactName))}`}
        </li>
      )}
      {calculation.warnings.map(({ message }) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  );
}

function CategoryCell({
  calculation,
  category,
}: {
  calculation: CalculationWire;
  category: Category;
}) {
  const found = listCategories(calculation).find((one) => one.category === category);
  if (!found) return <span className="font-sans text-quiet">None</span>;
  if (found.state === 'unknown')
    return <span className="font-sans text-warning-text">Unknown</span>;
  return (
    <>
      <AtLeastLabel isMinimum={found.state === 'minimum'} />
      {money(found.amount, calculation)}
    </>
  );
}

const cellClass = 'border-b border-line px-4 py-3 align-top min-w-40';

type RowProps = {
  label: string;
  results: readonly ComparedScenario[];
  cell: (calculation: CalculationWire) => React.ReactNode;
  isText?: boolean;
};

const Row = ({ label, results, cell, isText }: RowProps) => (
  <tr>
    <th
      scope="row"
      className={clsx(
        cellClass,
        'sticky left-0 bg-(--surface) text-left text-sm font-medium max-sm:min-w-32',
      )}
    >
      {label}
    </th>
    {results.map(({ label: name, calculation }) => (
      <td
        key={name}
        className={clsx(
          cellClass,
          isText ? 'text-left text-sm' : 'text-right font-mono whitespace-nowrap',
        )}
      >
        {cell(calculation)}
      </td>
    ))}
  </tr>
);

function Head({ results, cheapest }: ComparisonTableProps) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className={clsx(cellClass, 'sticky left-0 bg-(--surface) text-left max-sm:min-w-32')}
        >
          <span className="sr-only">Compared</span>
        </th>
        {results.map(({ label }) => (
          <th key={label} scope="col" className={clsx(cellClass, 'text-right')}>
            {label}
            {label === cheapest && (
              <span className="mt-1 block">
                <Badge tone="success">Cheapest</Badge>
              </span>
            )}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** One column for each scenario. */
export function ComparisonTable({ results, cheapest }: ComparisonTableProps) {
  const most = String(
    Math.max(0, ...results.map(({ calculation }) => Number(worthOf(calculation)))),
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard.
    <section aria-label="Comparison" tabIndex={0} className="overflow-x-auto -outline-offset-2!">
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Scenarios side by side</caption>
        <Head results={results} cheapest={cheapest} />
        <tbody>
          <Row
            label="Duties and taxes"
            results={results}
            cell={(calculation) => <TotalCell calculation={calculation} most={most} />}
          />
          {chargedOf(results).map((category) => (
            <Row
              key={category}
              label={categoryLabels[category]}
              results={results}
              cell={(calculation) => <CategoryCell calculation={calculation} category={category} />}
            />
          ))}
          <Row
            label="Customs value"
            results={results}
            cell={(calculation) => money(calculation.customs_value, calculation)}
          />
          <Row
            label="Landed cost"
            results={results}
            cell={(calculation) => (
              <>
                <AtLeastLabel isMinimum={calculation.total_is_minimum} />
                {money(calculation.landed_cost, calculation)}
              </>
            )}
          />
          <Row
            label="Payments to value"
            results={results}
            cell={({ effective_rate_percent: percent, total_is_minimum: isMinimum }) => (
              <>
                <AtLeastLabel isMinimum={isMinimum && percent !== null} />
                {percent === null ? 'Unknown' : `${percent} %`}
              </>
            )}
          />
          <Row
            label="Worth knowing"
            results={results}
            cell={(calculation) => <Notes calculation={calculation} />}
            isText
          />
        </tbody>
      </table>
    </section>
  );
}
