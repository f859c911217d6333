import type { StatisticsWire } from '../contract.ts';
import { chartBox, drawBalance } from './balance-line.ts';
import { sayAbout, sayMoney } from './money-words.ts';

const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const sayDay = (instant: string) => day.format(new Date(instant));

type BalanceChartProps = Pick<StatisticsWire, 'series' | 'currency' | 'period'>;

/** What a point of the series is the end of. */
const units: Partial<Record<StatisticsWire['period'], string>> = { '1y': 'week', all: 'month' };

function SeriesTable({ series, currency, period }: BalanceChartProps) {
  const unit = units[period] ?? 'day';
  const cell = 'border-b border-line py-1.5 pl-4 text-right whitespace-nowrap';
  return (
    <section
      aria-label={`Balance by ${unit}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
      tabIndex={0}
      className="max-h-72 overflow-auto"
    >
      <table className="w-full text-sm tabular-nums">
        <caption className="sr-only">{`Money in, money out and balance by ${unit}`}</caption>
        <thead>
          <tr className="text-quiet">
            <th scope="col" className="border-b border-line py-1.5 text-left font-medium">
              {unit === 'day' ? 'Day' : `First day of the ${unit}`}
            </th>
            {['In', 'Out', 'Balance'].map((name) => (
              <th key={name} scope="col" className={`${cell} font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.toReversed().map(({ x, credit, debit, balance }) => (
            <tr key={x}>
              <th scope="row" className="border-b border-line py-1.5 text-left font-normal">
                {sayDay(x)}
              </th>
              <td className={cell}>{sayMoney(credit, currency)}</td>
              <td className={cell}>{sayMoney(debit, currency)}</td>
              <td className={cell}>{sayMoney(balance, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The balance over time; the same figures stand in a table below. */
export function BalanceChart({ series, currency, period }: BalanceChartProps) {
  const { line, area, highest, lowest } = drawBalance(series);
  const [first, last] = [series[0], series.at(-1)];
  if (!first || !last) return null;
  const label = `Balance from ${sayMoney(first.balance, currency)} on ${sayDay(first.x)} to ${sayMoney(last.balance, currency)} on ${sayDay(last.x)}`;
  return (
    <>
      <div className="flex gap-3">
        <svg
          role="img"
          aria-label={label}
          viewBox={`0 0 ${chartBox.width} ${chartBox.height}`}
          preserveAspectRatio="none"
          className="block h-44 min-w-0 flex-1 overflow-visible border-y border-line"
        >
          <path d={area} className="fill-chart-1/20" />
          <path
            d={line}
            fill="none"
            strokeWidth="2"
            vectorEffect="non-scaling-stroke"
            className="stroke-chart-1"
          />
        </svg>
        <div className="flex flex-col justify-between text-right text-xs tabular-nums text-quiet">
          <span>{sayAbout(highest, currency, 2)}</span>
          <span>{sayAbout(lowest, currency, 2)}</span>
        </div>
      </div>
      <div className="mt-1 flex justify-between gap-4 text-xs tabular-nums text-quiet">
        <span>{sayDay(first.x)}</span>
        <span>{sayDay(last.x)}</span>
      </div>
      <details className="mt-4">
        <summary className="link w-fit text-sm">Show as a table</summary>
        <div className="mt-3">
          <SeriesTable series={series} currency={currency} period={period} />
        </div>
      </details>
    </>
  );
}
