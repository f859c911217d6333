import { errorMessage } from '#lib/call-error.ts';
import { formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type {
  RuleSetDifferenceWire,
  RuleSetVersionDetailsWire,
} from '../../wire/rule-set-versions.ts';
import { useDifference } from './queries.ts';

type ChangedExampleWire = RuleSetDifferenceWire['moved'][number];

const formatLine = (amount: string | null, currency: string) =>
  amount === null ? 'none' : formatMoney(amount, currency);
const formatSide = ({ total, is_minimum }: ChangedExampleWire['before'], currency: string) =>
  `${is_minimum ? 'at least ' : ''}${formatMoney(total, currency)}`;

const Row = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <tr>
    <th scope="row" className="py-1.5 pr-4 text-left font-normal wrap-anywhere">
      {label}
    </th>
    <td className="py-1.5 pr-4 text-right tabular-nums">{before}</td>
    <td className="py-1.5 text-right tabular-nums">{after}</td>
  </tr>
);

const ChangedExample = ({ example }: { example: ChangedExampleWire }) => (
  <li className="py-4 first:pt-0">
    <table className="w-full max-w-2xl text-sm">
      <caption className="mb-2 text-left">
        <code>{example.example}</code>{' '}
        <span className="text-quiet">as of {formatUtcDate(example.date)}</span>
      </caption>
      <thead className="border-b border-line text-quiet">
        <tr>
          <th scope="col" className="py-1 pr-4 text-left font-normal">
            Line
          </th>
          <th scope="col" className="py-1 pr-4 text-right font-normal">
            Before
          </th>
          <th scope="col" className="py-1 text-right font-normal">
            After
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {example.lines.map(({ code, label, before, after }) => (
          <Row
            key={code}
            label={label}
            before={formatLine(before, example.currency)}
            after={formatLine(after, example.currency)}
          />
        ))}
      </tbody>
      <tfoot className="border-t border-line font-medium">
        <Row
          label="Total"
          before={formatSide(example.before, example.currency)}
          after={formatSide(example.after, example.currency)}
        />
      </tfoot>
    </table>
  </li>
);

/** Examples whose totals differ from the published version. */
export function DifferencePanel({ version }: { version: RuleSetVersionDetailsWire }) {
  const difference = useDifference(version);
  if (difference.isPending) return <Skeleton className="h-40 w-full" />;
  if (difference.isError)
    return (
      <LoadError message={errorMessage(difference.error)} onRetry={() => difference.refetch()} />
    );
  const { against, compared, moved } = difference.data;
  if (!against)
    return <EmptyState title="Nothing to compare with">No version of it is published.</EmptyState>;
  return (
    <>
      <p className="mb-4">
        Against version {against.version}: {moved.length} of {compared} examples change.
      </p>
      <ul className="divide-y divide-line">
        {moved.map((one) => (
          <ChangedExample key={one.example} example={one} />
        ))}
      </ul>
    </>
  );
}
