import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { errorMessage } from '#lib/call-error.ts';
import { formatCount } from '#lib/format.ts';
import { Badge } from '#ui/Badge.tsx';
import { Button } from '#ui/Button.tsx';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { resultToasts } from '#ui/toast.ts';
import type { JobQueueWire } from '../../wire/system.ts';
import { useJobs, useRetryJobs } from './queries.ts';

function RetryButton({ queue, failed }: JobQueueWire) {
  const retry = useRetryJobs();
  if (failed === 0) return null;
  const results = resultToasts(`queue ${queue}`);
  return (
    <Button
      size="small"
      isBusy={retry.isPending}
      busyLabel="Queueing..."
      onClick={() =>
        retry.mutate(queue, {
          onSuccess: () => results.success(`${queue} is retried`),
          onError: results.fail,
        })
      }
    >
      Try all again
      <span className="sr-only">: {queue}</span>
    </Button>
  );
}

const queuePath = (queue: string) => `/admin/system/jobs/${encodeURIComponent(queue)}`;

const Waiting = ({ queued, due_since }: JobQueueWire) => (
  <>
    {formatCount(queued)}
    {due_since && (
      <span className="block text-xs text-quiet">
        oldest <RelativeTime value={due_since} />
      </span>
    )}
  </>
);

function LastRun({ schedule }: JobQueueWire) {
  if (!schedule?.last_run_at) return null;
  return (
    <>
      <RelativeTime value={schedule.last_run_at} className="whitespace-nowrap" />
      {schedule.last_run_status === 'failed' && (
        <span className="block">
          <Badge tone="danger">Failed</Badge>
        </span>
      )}
    </>
  );
}

const secondsToNext = (next: string, loadedAtMs: number) => (Date.parse(next) - loadedAtMs) / 1000;

/** The next run is seen from the time at which the list was loaded. */
const listColumns = (loadedAtMs: number): readonly Column<JobQueueWire>[] => [
  {
    key: 'queue',
    header: 'Queue',
    cell: (row) => (
      <>
        <Link to={queuePath(row.queue)} className="underline-offset-4 hover:underline">
          <code className="wrap-anywhere">{row.queue}</code>
        </Link>
        {row.queued + row.active > 0 && (
          <span className="block text-quiet md:hidden">
            {`${formatCount(row.queued)} waiting, ${formatCount(row.active)} running`}
          </span>
        )}
      </>
    ),
  },
  {
    key: 'queued',
    header: 'Waiting',
    cell: (row) => <Waiting {...row} />,
    isNumeric: true,
    isSecondary: true,
    width: '7rem',
  },
  {
    key: 'active',
    header: 'Running',
    cell: ({ active }) => formatCount(active),
    isNumeric: true,
    isSecondary: true,
    width: '5.5rem',
  },
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ failed }) => (
      <span className={failed > 0 ? 'font-semibold text-danger' : undefined}>
        {formatCount(failed)}
      </span>
    ),
    isNumeric: true,
    width: '4.5rem',
  },
  {
    key: 'last_run',
    header: 'Last run',
    cell: (row) => <LastRun {...row} />,
    isSecondary: true,
    width: '7rem',
  },
  {
    key: 'next_run',
    header: 'Next run',
    cell: ({ schedule }) =>
      schedule &&
      (secondsToNext(schedule.next_run_at, loadedAtMs) < 60 ? (
        'within a minute'
      ) : (
        <RelativeTime value={schedule.next_run_at} className="whitespace-nowrap" />
      )),
    isSecondary: true,
    width: '8rem',
  },
];

const retryColumn: Column<JobQueueWire> = {
  key: 'retry',
  header: 'Try again',
  isHeaderHidden: true,
  cell: (row) => <RetryButton {...row} />,
  width: '8.5rem',
};

/** Queues that need attention, then those with work, then idle ones. */
const byActivity = (a: JobQueueWire, b: JobQueueWire) =>
  b.failed - a.failed ||
  b.queued - a.queued ||
  b.active - a.active ||
  a.queue.localeCompare(b.queue);

const isIdle = ({ failed, queued, active, schedule }: JobQueueWire) =>
  failed + queued + active === 0 && schedule?.last_run_status !== 'failed';

/** Those that are not idle; the others on request. */
export function Queues() {
  const jobs = useJobs();
  const navigate = useNavigate();
  const [showsIdle, setShowsIdle] = useState(false);
  const queues = jobs.data?.queues.toSorted(byActivity) ?? [];
  const busy = queues.filter((queue) => !isIdle(queue));
  const idleCount = queues.length - busy.length;
  return (
    <Panel title="Queues" description="Background jobs. Failed jobs are kept for 90 days." isFlush>
      {jobs.isError ? (
        <div className="p-5">
          <LoadError message={errorMessage(jobs.error)} onRetry={() => jobs.refetch()} />
        </div>
      ) : (
        <Table
          caption="Queues"
          columns={[
            ...listColumns(jobs.dataUpdatedAt),
            ...(busy.some(({ failed }) => failed > 0) ? [retryColumn] : []),
          ]}
          rows={showsIdle ? queues : busy}
          rowKey={(row) => row.queue}
          onRowOpen={({ queue }) => navigate(queuePath(queue))}
          isLoading={jobs.isPending}
          skeletonRowsCount={3}
          empty={
            <EmptyState title="All queues are idle">No job waits, runs or has failed.</EmptyState>
          }
        />
      )}
      {idleCount > 0 && (
        <div className="border-t border-line px-3 py-2">
          <Button
            variant="quiet"
            size="small"
            aria-expanded={showsIdle}
            onClick={() => setShowsIdle(!showsIdle)}
          >
            {showsIdle ? 'Hide idle queues' : `Show ${formatCount(idleCount, 'idle queue')}`}
          </Button>
        </div>
      )}
    </Panel>
  );
}
