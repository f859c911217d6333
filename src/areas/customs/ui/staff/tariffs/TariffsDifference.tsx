import { errorMessage } from '#lib/call-error.ts';
import { formatNumber, formatUtcDate } from '#lib/format.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import type { TariffDifferenceWire } from '../../../wire/tariffs/tariff-versions.ts';
import { formatOrigin, measureLabels } from '../../tariffs/tariff.labels.ts';
import { useTariffDifference } from './queries.ts';

type CodesProps = { title: string; codes: TariffDifferenceWire['new_codes'] };

const Codes = ({ title, codes: { count, examples } }: CodesProps) => (
  <section>
    <h3 className="text-base">
      {title}: {formatNumber(count)}
    </h3>
    <ul className="mt-1 text-sm">
      {examples.map(({ code, description }) => (
        <li key={code} className="wrap-anywhere">
          <span className="font-mono">{code}</span> {description}
        </li>
      ))}
    </ul>
  </section>
);

const Duties = ({
  changed: { count, examples },
}: {
  changed: TariffDifferenceWire['changed_duties'];
}) => (
  <section>
    <h3 className="text-base">Changed duties: {formatNumber(count)}</h3>
    <ul className="mt-1 text-sm">
      {examples.map(({ code, kind, origin, before, after }) => (
        <li key={`${code} ${kind} ${origin} ${before} ${after}`} className="wrap-anywhere">
          <span className="font-mono">{code}</span> {measureLabels[kind]}, {formatOrigin(origin)}:{' '}
          {before ?? 'none'} → {after ?? 'none'}
        </li>
      ))}
    </ul>
  </section>
);

/** What the version changes, with the first examples of each change. */
export function TariffsDifference({ id }: { id: number }) {
  const difference = useTariffDifference(id);
  if (difference.isError)
    return (
      <LoadError message={errorMessage(difference.error)} onRetry={() => difference.refetch()} />
    );
  if (!difference.data) return <Skeleton className="h-60 w-full" />;
  const { against, new_codes, gone_codes, changed_duties } = difference.data;
  if (!against)
    return (
      <EmptyState title="Nothing to compare with">
        No other version of this source is published.
      </EmptyState>
    );
  return (
    <Panel
      title="Changes"
      description={`Against version ${against.id}, from ${formatUtcDate(against.effective_from)}`}
    >
      <div className="grid gap-5">
        <Duties changed={changed_duties} />
        <Codes title="New codes" codes={new_codes} />
        <Codes title="Codes that are gone" codes={gone_codes} />
      </div>
    </Panel>
  );
}
