import { Link, useNavigate } from 'react-router';
import site from '#content/site.json' with { type: 'json' };
import { errorMessage } from '#lib/call-error.ts';
import { Button } from '#ui/Button.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { PageHeader } from '#ui/PageHeader.tsx';
import { Panel } from '#ui/Panel.tsx';
import { type Column, Table } from '#ui/table/Table.tsx';
import { toast, toastError } from '#ui/toast.ts';
import type { JobQueueWire } from '../../wire/system.ts';
import { useJobs, useRetryJobs } from './queries.ts';

function RetryButton({ queue, failed }: JobQueueWire) {
  const retry = useRetryJobs();
  if (failed === 0) return null;
  return (
    <Button
      size="small"
      isBusy={retry.isPending}
      busyLabel="Queueing..."
      onClick={() =>
        retry.mutate(queue, {
          onSuccess: () => toast.success(`${queue} is retried`),
          onError: toastError,
        })
      }
    >
      Try all again
      <span className="sr-only">: {queue}</span>
    </Button>
  );
}

const queuePath = (queue: string) => `/admin/system/jobs/${encodeURIComponent(queue)}`;

const columns: readonly Column<JobQueueWire>[] = [
  {
    key: 'queue',
    header: 'Queue',
    cell: ({ queue }) => (
      <Link to={queuePath(queue)} className="underline-offset-4 hover:underline">
        <code className="wrap-anywhere">{queue}</code>
      </Link>
    ),
  },
  {
    key: 'queued',
    header: 'Waiting',
    cell: ({ queued }) => queued,
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'active',
    header: 'Running',
    cell: ({ active }) => active,
    isNumeric: true,
    isSecondary: true,
  },
  {
    key: 'failed',
    header: 'Failed',
    cell: ({ failed }) => (
      <span className={failed > 0 ? 'font-semibold text-danger' : undefined}>{failed}</span>
    ),
    isNumeric: true,
  },
  {
    key: 'retry',
    header: 'Try again',
    isHeaderHidden: true,
    cell: (row) => <RetryButton {...row} />,
    width: '9.5rem',
  },
];

const byFailures = (a: JobQueueWire, b: JobQueueWire) =>
  b.failed - a.failed || b.queued - a.queued || a.queue.localeCompare(b.queue);

export default function System() {
  const jobs = useJobs();
  const navigate = useNavigate();
  return (
    <>
      <title>{`System · ${site.name}`}</title>
      <PageHeader
        title="System"
        description="Background jobs. Failed jobs are kept for 90 days."
        action={
          <nav aria-label="System" className="flex gap-5 self-center text-sm">
            <Link to="/admin/system/mails" className="link">
              Mail log
            </Link>
            <Link to="/admin/system/rates" className="link">
              Exchange rates
            </Link>
            <Link to="/admin/system/features" className="link">
              Feature switches
            </Link>
          </nav>
        }
      />
      <Panel title="Queues" isFlush className="mt-6">
        {jobs.isError ? (
          <div className="p-5">
            <LoadError message={errorMessage(jobs.error)} onRetry={() => jobs.refetch()} />
          </div>
        ) : (
          <Table
            caption="Queues"
            columns={columns}
            rows={jobs.data?.queues.toSorted(byFailures) ?? []}
            rowKey={(row) => row.queue}
            onRowOpen={({ queue }) => navigate(queuePath(queue))}
            isLoading={jobs.isPending}
            skeletonRowsCount={10}
          />
        )}
      </Panel>
    </>
  );
}
