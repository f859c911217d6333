import { useParams } from 'react-router';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { BulkButton } from '#ui/records/BulkButton.tsx';
import { RecordList } from '#ui/records/RecordList.tsx';
import { Screen } from '#ui/Screen.tsx';
import type { Column } from '#ui/table/Table.tsx';
import { timeColumn } from '#ui/table/time-column.ts';
import { resultToasts } from '#ui/toast.ts';
import type { FailedJobWire } from '../../wire/system.ts';
import { failedJobList, useRetrySelectedJobs } from './queries.ts';

function RetryJob({ queue, job }: { queue: string; job: FailedJobWire }) {
  const retry = useRetrySelectedJobs(queue);
  const results = resultToasts(`job ${job.id}`);
  return (
    <Button
      size="small"
      isBusy={retry.isPending}
      busyLabel="Queueing..."
      onClick={async () => {
        const { errors } = await retry.mutateAsync([job.id]);
        if (errors[0]) results.fail(errors[0]);
        else results.success('The job is queued again');
      }}
    >
      Try again
      <span className="sr-only">: {job.error}</span>
    </Button>
  );
}

const listColumns = (queue: string): readonly Column<FailedJobWire>[] => [
  {
    key: 'error',
    header: 'Last error',
    cell: ({ error, failed_at }) => (
      <>
        <span className="line-clamp-4 font-mono text-xs wrap-anywhere">
          {error || 'No error message.'}
        </span>
        <RelativeTime value={failed_at} className="text-quiet md:hidden" />
      </>
    ),
  },
  {
    key: 'attempts',
    header: 'Attempts',
    cell: ({ attempts }) => attempts,
    width: '6rem',
    isNumeric: true,
    isSecondary: true,
  },
  timeColumn('sent_at', 'Queued', '9rem'),
  timeColumn('failed_at', 'Failed', '9rem'),
  {
    key: 'retry',
    header: 'Try again',
    isHeaderHidden: true,
    cell: (job) => <RetryJob queue={queue} job={job} />,
    width: '8rem',
  },
];

/** Failed jobs of one queue, with their errors. */
export default function FailedJobs() {
  const { queue = '' } = useParams();
  const retry = useRetrySelectedJobs(queue);
  return (
    <Screen
      title={queue}
      description="Jobs that failed after all attempts. They are kept for 90 days."
      back={{ to: '/admin/system', label: 'System' }}
    >
      <RecordList
        what="failed jobs"
        title="Failed"
        columns={listColumns(queue)}
        list={failedJobList(queue)}
        rowKey={(job) => job.id}
        rowLabel={(job) => job.error}
        bulk={(selected, done) => (
          <BulkButton selected={selected} change={retry} doneLabel="tried again" onDone={done}>
            Try again
          </BulkButton>
        )}
        empty={<EmptyState title="No failed jobs" />}
      />
    </Screen>
  );
}
