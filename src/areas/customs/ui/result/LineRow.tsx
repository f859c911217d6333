import clsx from 'clsx';
import { CircleHelp } from 'lucide-react';
import { formatList } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { DescriptionList } from '#ui/DescriptionList.tsx';
import type { LineWire } from '../../wire/calculations/calculation-results.ts';
import { formatFactName } from '../fact-name.ts';
import { Bar } from './Bar.tsx';
import { LineSources } from './LineSources.tsx';
import { categoryLabels, confidenceLabels } from './line.labels.ts';
import { fillByCategory, toShare } from './shares.ts';

function LineAmount({ line }: { line: LineWire }) {
  const { status, amount, at_least: isMinimum, currency } = line;
  if (status === 'unknown')
    return (
      <span className="flex shrink-0 items-start gap-1.5 font-medium text-warning-text">
        <CircleHelp size={16} aria-hidden className="mt-1.25" />
        Unknown
      </span>
    );
  if (status === 'exempt') return <span className="text-success">Exempt</span>;
  if (status === 'notice' || amount === null) return <span className="text-quiet">Note</span>;
  return (
    <span className={clsx('font-mono whitespace-nowrap', line.is_optional && 'text-quiet')}>
      {isMinimum && <span className="font-sans text-warning-text">at least </span>}
      {formatMoney(amount, currency)}
    </span>
  );
}

/** Only percentages have money as base; other bases are quantities, shown in the formula. */
const formatBase = ({ base, currency, rate_text: rate }: LineWire) =>
  base === null || !rate.includes('%') ? null : formatMoney(Number(base).toFixed(2), currency);

/** A rate that depends on missing facts is not shown. */
const formatLineRate = ({ rate_text: rate, status }: LineWire) =>
  status === 'unknown' && rate.includes('unknown') ? '' : rate;

function listReasons(line: LineWire) {
  const { formula, sources = [], confidence, missing } = line;
  const base = formatBase(line);
  const rate = formatLineRate(line);
  const row = (term: string, description: React.ReactNode, isNumeric = false) => ({
    term,
    description,
    isNumeric,
  });
  return [
    ...(formula ? [row('Calculated as', formula, true)] : []),
    ...(base ? [row('Charged on', base, true)] : []),
    ...(rate ? [row('Rate', rate)] : []),
    ...(missing.length > 0 ? [row('Still needed', formatList(missing.map(formatFactName)))] : []),
    row(sources.length > 1 ? 'Sources' : 'Source', <LineSources line={line} />),
    ...(confidence ? [row('How sure', confidenceLabels[confidence])] : []),
  ];
}

type LineRowProps = { line: LineWire; total: string };

/** One line with its amount, and its explanation on demand. */
export function LineRow({ line, total }: LineRowProps) {
  const { label, category, status, text, is_optional: isOptional, confidence } = line;
  const isCharged = status === 'known' || status === 'unknown';
  const rate = formatLineRate(line);
  return (
    <li className={clsx('grid gap-2 px-5 py-4', status === 'unknown' && 'bg-warning/8')}>
      <div className="flex justify-between gap-x-6">
        <p className="min-w-0">
          <span className="block font-medium">{label}</span>
          <span className="block text-sm text-quiet empty:hidden">
            {[rate, isOptional && 'not in the total'].filter(Boolean).join(', ')}
          </span>
          {confidence === 'verify' && (
            <span className="block text-sm text-warning-text">to be verified</span>
          )}
          {line.sources?.some((one) => one.is_old) && (
            <span className="block text-sm text-warning-text">old source</span>
          )}
          {confidence === 'own' && <span className="block text-sm text-info">your own rate</span>}
        </p>
        <LineAmount line={line} />
      </div>
      {isCharged && (
        <Bar
          share={isOptional ? 0 : toShare(line.amount, total)}
          fill={fillByCategory[category]}
          isUnknown={status === 'unknown'}
        />
      )}
      {text && text !== label && <p className="max-w-measure text-sm text-quiet">{text}</p>}
      <details className="group">
        <summary className="w-fit text-sm text-quiet underline-offset-4 hover:text-text hover:underline">
          Why this line<span className="sr-only">: {label}</span>
        </summary>
        <div className="mt-3 border-l-2 border-line pl-4">
          <p className="mb-2 text-sm text-quiet">{categoryLabels[category]}</p>
          <DescriptionList items={listReasons(line)} />
        </div>
      </details>
    </li>
  );
}
