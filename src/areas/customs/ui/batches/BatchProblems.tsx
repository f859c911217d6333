import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { Dialog } from '#ui/dialogs/Dialog.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { listProblems } from '../../wire/batches/batches.problems.ts';
import type { BatchEntryWire, BatchWire } from '../../wire/batches/batches.ts';
import { useFailedEntries } from './queries.ts';

const listReasons = ({ message, problems }: BatchEntryWire): string[] => {
  const listed = listProblems(problems);
  return listed.length > 0 ? listed : [message ?? 'No reason is known.'];
};

const Entry = ({ entry }: { entry: BatchEntryWire }) => (
  <li className="border-b border-line py-2.5 text-sm wrap-anywhere">
    <span className="font-medium">{`Line ${formatCount(entry.line)}`}</span>
    {entry.reference !== String(entry.line) && (
      <span className="text-quiet">{`, ${entry.reference}`}</span>
    )}
    <ul>
      {listReasons(entry).map((reason) => (
        <li key={reason} className="text-quiet">
          {reason}
        </li>
      ))}
    </ul>
  </li>
);

type BatchProblemsProps = {
  batch: BatchWire;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

/** Why lines failed; the first hundred of them. */
export function BatchProblems({ batch, isOpen, onOpenChange }: BatchProblemsProps) {
  const failed = useFailedEntries(batch.id, isOpen);
  const left = failed.data ? failed.data.count - failed.data.results.length : 0;
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      size="large"
      title="What failed"
      description={batch.file_name || 'The file'}
    >
      {failed.isError && (
        <LoadError
          message={errorMessage(failed.error)}
          onRetry={() => failed.refetch()}
          isRetrying={failed.isFetching}
        />
      )}
      {failed.isPending && <Skeleton className="h-12 w-full" linesCount={3} />}
      <ul>
        {failed.data?.results.map((entry) => (
          <Entry key={entry.line} entry={entry} />
        ))}
      </ul>
      {left > 0 && (
        <p className="mt-3 text-sm text-quiet">
          {`And ${formatCount(left)} more: the result file has them all.`}
        </p>
      )}
    </Dialog>
  );
}
