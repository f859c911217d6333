import { ChevronRight } from 'lucide-react';
import { formatMoney } from '#lib/format-money.ts';
import { Panel } from '#ui/Panel.tsx';
import type { LineWire, ResultWire } from '../../wire/calculations/calculation-results.ts';
import { formatTotal } from '../customs-format.ts';
import { LineRow } from './LineRow.tsx';

type LinesProps = { lines: readonly LineWire[]; total: string };

const Lines = ({ lines, total }: LinesProps) => (
  <ol className="divide-y divide-line">
    {lines.map((line) => (
      <LineRow key={line.code} line={line} total={total} />
    ))}
  </ol>
);

const readAmount = (lines: readonly LineWire[]) =>
  lines.reduce((sum, line) => sum + (line.is_optional ? 0 : Number(line.amount ?? 0)), 0);

type GoodsItem = ResultWire['items'][number];

/** Charges on one line of goods, without its share of charges on the whole consignment. */
function ItemRow({ item, result }: { item: GoodsItem; result: ResultWire }) {
  const isMinimum = item.breakdown.some((line) => line.status === 'unknown' || line.at_least);
  return (
    <li>
      <details className="group/item">
        <summary className="flex items-baseline gap-3 px-5 py-3.5 hover:bg-text/4">
          <ChevronRight
            size={16}
            aria-hidden
            className="self-center text-quiet transition-transform group-open/item:rotate-90"
          />
          <span className="min-w-0 flex-1 wrap-anywhere">
            <span className="font-medium">{item.description}</span>{' '}
            <span className="font-mono text-sm text-quiet">{item.hs_code}</span>
          </span>
          <span className="font-mono whitespace-nowrap">
            {isMinimum && <span className="font-sans text-warning-text">at least </span>}
            {formatMoney(readAmount(item.breakdown).toFixed(2), result.currency)}
          </span>
        </summary>
        <div className="border-t border-line surface-sunken">
          <Lines lines={item.breakdown} total={result.total_payments} />
        </div>
      </details>
    </li>
  );
}

/** Every line with its explanation, and the total. */
export function Breakdown({ result, id }: { result: ResultWire; id?: string }) {
  return (
    <div id={id} className="grid scroll-mt-20 gap-6">
      <Panel title="Line by line" isFlush>
        <Lines lines={result.breakdown} total={result.total_payments} />
        <p className="flex flex-wrap justify-between gap-4 border-t border-control px-5 py-4 font-semibold">
          Total
          <span className="font-mono">{formatTotal(result)}</span>
        </p>
      </Panel>
      {result.items.length > 0 && (
        <Panel
          title="By line of goods"
          description="What is charged on each line by itself. Open one to see why."
          isFlush
        >
          <ul className="divide-y divide-line">
            {result.items.map((item, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of one result may be alike, and never move.
              <ItemRow key={at} item={item} result={result} />
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
