import { messageOf } from '#client/errors.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { RuleSetDifferenceWire, RuleSetVersionDetailsWire } from '../../staff-contract.ts';
import { sayDay, sayMoney } from '../customs-words.ts';
import { useDifference } from './queries.ts';

type Moved = RuleSetDifferenceWire['moved'][number];

const sayLine = (amount: string | null, currency: string) =>
  amount === null ? 'none' : sayMoney(amount, currency);
const saySide = ({ total, is_minimum }: Moved['before'], currency: string) =>
  `${is_minimum ? 'at least ' : ''}${sayMoney(total, currency)}`;

const Row = ({ label, before, after }: { label: string; before: string; after: string }) => (
  <tr>
    <th scope="row" className="py-1.5 pr-4 text-left font-normal wrap-anywhere">
      {label}
    </th>
    <td className="py-1.5 pr-4 text-right tabular-nums">{before}</td>
    <td className="py-1.5 text-right tabular-nums">{after}</td>
  </tr>
);

const MovedExample = ({ moved }: { moved: Moved }) => (
  <li className="py-4 first:pt-0">
    <table className="w-full max-w-2xl text-sm">
      <caption className="mb-2 text-left">
        <code>{moved.example}</code> <span className="text-quiet">as of {sayDay(moved.date)}</span>
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
        {moved.lines.map(({ code, label, before, after }) => (
          <Row
            key={code}
            label={label}
            before={sayLine(before, moved.currency)}
            after={sayLine(after, moved.currency)}
          />
        ))}
      </tbody>
      <tfoot className="border-t border-line font-medium">
        <Row
          label="Total"
          before={saySide(moved.before, moved.currency)}
          after={saySide(moved.after, moved.currency)}
        />
      </tfoot>
    </table>
  </li>
);

/** Which totals of the examples move against the version in use. */
export function DifferencePanel({ version }: { version: RuleSetVersionDetailsWire }) {
  const difference = useDifference(version);
  if (difference.isPending) return <Skeleton className="h-40 w-full" />;
  if (difference.isError)
    return <LoadError message={messageOf(difference.error)} onRetry={() => difference.refetch()} />;
  const { against, compared, moved } = difference.data;
  if (!against)
    return <EmptyState title="Nothing to compare with">No version of it is published.</EmptyState>;
  return (
    <>
      <p className="mb-4">
        Against version {against.version}: {moved.length} of {compared} examples move.
      </p>
      <ul className="divide-y divide-line">
        {moved.map((one) => (
          <MovedExample key={one.example} moved={one} />
        ))}
      </ul>
    </>
  );
}
