import { useState } from 'react';
import { messageOf } from '#client/errors.ts';
import { EmptyState } from '#ui/EmptyState.tsx';
import { LoadError } from '#ui/LoadError.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import type { ActivityWire } from '../contract.ts';
import { ListSkeleton } from './ListSkeleton.tsx';
import { PagedList } from './PagedList.tsx';
import { useActivity } from './queries.ts';
import { activityWords, sayDevice } from './session-words.ts';

const ActivityRow = ({ row }: { row: ActivityWire }) => (
  <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-5 py-3">
    <span className="min-w-0 flex-1 basis-56">
      <span className="font-medium">{activityWords[row.kind]}</span>{' '}
      <span className="text-sm text-quiet">
        {sayDevice(row)}
        {row.ip && (
          <>
            , <span className="font-mono">{row.ip}</span>
          </>
        )}
      </span>
    </span>
    <RelativeTime value={row.created_at} className="text-sm text-quiet" />
  </li>
);

function ActivityRows({
  page,
  onPageChange,
}: {
  page: number;
  onPageChange: (to: number) => void;
}) {
  const activity = useActivity(page);
  if (activity.isPending) return <ListSkeleton label="Loading the activity" />;
  if (!activity.data)
    return (
      <div className="p-5">
        <LoadError
          message={messageOf(activity.error)}
          onRetry={() => activity.refetch()}
          isRetrying={activity.isFetching}
        />
      </div>
    );
  const { results, count, page_size: pageSize } = activity.data;
  if (results.length === 0)
    return (
      <EmptyState title="No activity yet">Sign-ins and profile changes appear here.</EmptyState>
    );
  return (
    <PagedList {...{ page, pageSize, onPageChange }} rowsCount={count}>
      {results.map((row) => (
        <ActivityRow key={row.id} row={row} />
      ))}
    </PagedList>
  );
}

export function ActivityList() {
  const [page, setPage] = useState(1);
  return (
    <Panel
      title="Recent activity"
      description="Something you did not do? Sign out everywhere else and tell support."
      isFlush
    >
      <ActivityRows page={page} onPageChange={setPage} />
    </Panel>
  );
}
