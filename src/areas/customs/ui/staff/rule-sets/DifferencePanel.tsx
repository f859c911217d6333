import { errorMessage } from '#lib/call-error.ts';
import { formatCount, formatUtcDate } from '#lib/format.ts';
import { formatMoney } from '#lib/format-money.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type {
  RuleSetDifferenceWire,
  RuleSetVersionDetailsWire,
} from '../../../wire/rule-sets/rule-set-versions.ts';
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

type ChangeWire = RuleSetDifferenceWire['changes'][number];

const writePlace = (place: readonly string[]): string =>
  place.map((name) => name.replaceAll('_', ' ')).join(' › ');

const Value = ({ text, isOld }: { text: string | null; isOld?: boolean }) => (
  <td className="py-2 pr-4 align-top wrap-anywhere">
    {text === null ? (
      <span className="text-quiet">{isOld ? 'Not there' : 'Removed'}</span>
    ) : (
      <code className={isOld ? 'text-quiet' : undefined}>{text}</code>
    )}
  </td>
);

/** The rules side by side, changed fields only. */
const ChangedRules = ({ changes, total }: { changes: readonly ChangeWire[]; total: number }) => (
  <>
    <table className="w-full table-fixed text-sm">
      <caption className="mb-2 text-left text-base font-medium">Changed rules</caption>
      <thead className="border-b border-line text-left text-quiet">
        <tr>
          {['Where', 'Before', 'After'].map((name) => (
            <th key={name} scope="col" className="py-1 pr-4 font-normal">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {changes.map(({ place, before, after }) => (
          <tr key={place.join(' ')}>
            <th scope="row" className="py-2 pr-4 text-left align-top font-normal wrap-anywhere">
              {writePlace(place)}
            </th>
            <Value text={before} isOld />
            <Value text={after} />
          </tr>
        ))}
      </tbody>
    </table>
    {total > changes.length && (
      <p className="mt-3 text-sm text-quiet">
        And {formatCount(total - changes.length, 'more field')}, which are not listed: compare the
        JSON of both versions before you approve.
      </p>
    )}
  </>
);

/** What differs from the published version: rules, and the totals of examples. */
export function DifferencePanel({ version }: { version: RuleSetVersionDetailsWire }) {
  const difference = useDifference(version);
  if (difference.isPending) return <Skeleton className="h-40 w-full" />;
  if (difference.isError)
    return (
      <LoadError message={errorMessage(difference.error)} onRetry={() => difference.refetch()} />
    );
  const { against, changes, changes_total, compared, moved } = difference.data;
  if (!against)
    return <EmptyState title="Nothing to compare with">No version of it is published.</EmptyState>;
  return (
    <>
      <p className="mb-4">
        Against version {against.version}: {moved.length} of {compared} examples change.
      </p>
      {changes.length > 0 && <ChangedRules changes={changes} total={changes_total} />}
      {moved.length > 0 && (
        <>
          <h3 className="mt-6 text-base font-medium">Changed examples</h3>
          <ul className="mt-3 divide-y divide-line">
            {moved.map((one) => (
              <ChangedExample key={one.example} example={one} />
            ))}
          </ul>
        </>
      )}
    </>
  );
}
