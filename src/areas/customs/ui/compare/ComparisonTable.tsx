import clsx from 'clsx';
import type { ReactNode } from 'react';
import { formatList } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { Badge } from '#ui/Badge.tsx';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import { formatFactName } from '../fact-name.ts';
import { Bar } from '../result/Bar.tsx';
import { categoryLabels } from '../result/line.labels.ts';
import { fillByCategory, listCategories, toShare } from '../result/shares.ts';
import {
  type DisplayCurrency,
  formatIn,
  listDifferences,
  readDifferenceCurrency,
  worthIn,
} from './worth.ts';

export type ComparedScenario = { label: string; calculation: CalculationWire };

type ComparisonTableProps = {
  results: readonly ComparedScenario[];
  cheapest: string | null;
  display: DisplayCurrency;
  /** Under the name of a scenario. */
  actions: (label: string) => ReactNode;
};

type Category = keyof typeof categoryLabels;

/** Categories with a charge in at least one scenario. */
const listCharged = (results: readonly ComparedScenario[]) =>
  (Object.keys(categoryLabels) as Category[]).filter((category) =>
    results.some(({ calculation }) =>
      listCategories(calculation).some((one) => one.category === category),
    ),
  );

const AtLeastLabel = ({ isMinimum }: { isMinimum: boolean }) =>
  isMinimum && <span className="block font-sans text-sm text-warning-text">at least</span>;

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

const cellClass = 'border-b border-line px-4 py-3 align-top min-w-36';

type RowProps = {
  label: string;
  results: readonly ComparedScenario[];
  cell: (calculation: CalculationWire, name: string) => ReactNode;
  isText?: boolean;
};

type MoneyRowProps = {
  label: string;
  results: readonly ComparedScenario[];
  display: DisplayCurrency;
  /** `isNone`: not charged there. */
  read: (calculation: CalculationWire) => {
    amount: string | null;
    isMinimum: boolean;
    /** The most that it can be, where that is known. */
    most?: string | null | undefined;
    isNone?: boolean;
  };
  hasBars?: boolean;
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
        {cell(calculation, name)}
      </td>
    ))}
  </tr>
);

/** An amount of each scenario, with what it is more than the least one. */
function MoneyRow({ label, results, display, read, hasBars }: MoneyRowProps) {
  const row = results.map(({ calculation }) => ({ calculation, ...read(calculation) }));
  const differences = listDifferences(row, display);
  const to = readDifferenceCurrency(display);
  const worths = row.map(({ amount, calculation }) => worthIn(to, amount, calculation) ?? 0);
  const most = String(Math.max(0, ...worths));
  const cells = new Map(results.map(({ label: name }, at) => [name, at]));
  return (
    <Row
      label={label}
      results={results}
      cell={(calculation, name) => {
        const at = cells.get(name)!;
        const { amount, isMinimum, most: ownMost, isNone } = row[at]!;
        if (isNone) return <span className="font-sans text-quiet">None</span>;
        if (amount === null) return <span className="font-sans text-warning-text">Unknown</span>;
        return (
          <>
            <AtLeastLabel isMinimum={isMinimum && !ownMost} />
            <span className={clsx(hasBars && 'font-semibold')}>
              {formatIn(display, amount, calculation)}
            </span>
            {isMinimum && ownMost && (
              <span className="block text-sm">to {formatIn(display, ownMost, calculation)}</span>
            )}
            {differences[at] !== null && (
              <span className="block text-sm text-quiet">
                +{formatMoney(differences[at]!.toFixed(2), to)}
              </span>
            )}
            {hasBars && (
              <span className="mt-2 block">
                <Bar share={toShare(String(worths[at]), most)} fill={fillByCategory.duty} />
              </span>
            )}
          </>
        );
      }}
    />
  );
}

function Head({ results, cheapest, actions }: Omit<ComparisonTableProps, 'display'>) {
  return (
    <thead>
      <tr>
        <th
          scope="col"
          className={clsx(cellClass, 'sticky left-0 z-10 bg-(--surface) text-left max-sm:min-w-32')}
        >
          <span className="sr-only">Compared</span>
        </th>
        {results.map(({ label }) => (
          <th key={label} scope="col" className={clsx(cellClass, 'text-right')}>
            {label}{' '}
            {label === cheapest && (
              <span className="mt-1 block">
                <Badge tone="success">Lowest landed cost</Badge>
              </span>
            )}{' '}
            <span className="mt-2 block font-normal">{actions(label)}</span>
          </th>
        ))}
      </tr>
    </thead>
  );
}

const readCategory = (category: Category) => (calculation: CalculationWire) => {
  const found = listCategories(calculation).find((one) => one.category === category);
  if (!found) return { amount: '0', isMinimum: false, isNone: true };
  const isUnknown = found.state === 'unknown';
  return { amount: isUnknown ? null : found.amount, isMinimum: found.state === 'minimum' };
};

/** One column for each scenario. */
export function ComparisonTable({ results, cheapest, display, actions }: ComparisonTableProps) {
  const shared = { results, display };
  return (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by keyboard.
      tabIndex={0}
      className="relative overflow-x-auto -outline-offset-2!"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption className="sr-only">Scenarios side by side</caption>
        <Head {...{ results, cheapest, actions }} />
        <tbody>
          <MoneyRow
            {...shared}
            label="Landed cost"
            hasBars
            read={(calculation) => ({
              amount: calculation.landed_cost,
              most: calculation.landed_cost_most,
              isMinimum: calculation.total_is_minimum,
            })}
          />
          <MoneyRow
            {...shared}
            label="Duties and taxes"
            hasBars
            read={(calculation) => ({
              amount: calculation.total_payments,
              most: calculation.total_most,
              isMinimum: calculation.total_is_minimum,
            })}
          />
          {listCharged(results).map((category) => (
            <MoneyRow
              key={category}
              {...shared}
              label={categoryLabels[category]}
              read={readCategory(category)}
            />
          ))}
          <MoneyRow
            {...shared}
            label="Customs value"
            read={({ customs_value: amount }) => ({ amount, isMinimum: false })}
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
            label="Notes"
            results={results}
            cell={(calculation) => <Notes calculation={calculation} />}
            isText
          />
        </tbody>
      </table>
    </section>
  );
}
