import { errorMessage } from '#lib/call-error.ts';
import { Checkbox } from '#ui/fields/Checkbox.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { toastError } from '#ui/toast.ts';
import type { CalculationWire } from '../../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import { useRecalculations, useWatch } from './use-watch.ts';

type WatchProps = { kind: ImportKind; calculation: CalculationWire };

/** Differences from the stored result; it is replaced only by "Run again today". */
function Changes({ kind, calculation }: WatchProps) {
  const changes = useRecalculations(kind, String(calculation.id));
  if (changes.isError)
    return (
      <LoadError
        message={errorMessage(changes.error)}
        onRetry={() => changes.refetch()}
        isRetrying={changes.isFetching}
      />
    );
  if (!changes.data) return <Skeleton className="h-12 w-full" />;
  const current = changes.data.results.filter((one) => one.is_current);
  if (current.length === 0)
    return <p className="text-sm text-quiet">Nothing has changed since it was calculated.</p>;
  return (
    <ul className="border-t border-line">
      {current.map(({ id, reason, created_at: at }) => (
        <li key={id} className="border-b border-line py-2.5 text-sm wrap-anywhere">
          <p>{reason}</p>
          <RelativeTime value={at} className="block text-quiet" />
        </li>
      ))}
    </ul>
  );
}

/** Of a saved calculation: runs it again every night, and after new rules. */
export function WatchPanel({ kind, calculation }: WatchProps) {
  const watch = useWatch(kind, String(calculation.id));
  const isWatched = watch.isPending ? watch.variables : calculation.is_watched;
  return (
    <Panel title="Changes">
      <div className="grid gap-4">
        <Checkbox
          label="Tell me when this changes"
          help="When rules or exchange rates move the total by 0.5 % or more, you get an e-mail: at most one a day, for all your calculations."
          checked={isWatched}
          disabled={watch.isPending}
          onChange={({ target }) => watch.mutate(target.checked, { onError: toastError })}
        />
        {calculation.is_watched && <Changes kind={kind} calculation={calculation} />}
      </div>
    </Panel>
  );
}
