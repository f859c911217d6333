import { useState } from 'react';
import { EmptyState } from '#ui/EmptyState.tsx';
import { Panel } from '#ui/Panel.tsx';
import { RelativeTime } from '#ui/RelativeTime.tsx';
import { activityLabels } from '../../wire/sessions.constants.ts';
import type { ActivityWire } from '../../wire/sessions.ts';
import { useActivity } from '../queries.ts';
import { formatDevice } from './format-device.ts';
import { PagedList } from './PagedList.tsx';

const ActivityRow = ({ row }: { row: ActivityWire }) => (
  <li className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 px-5 py-3">
    <span className="min-w-0 flex-1 basis-56">
      <span className="font-medium">{activityLabels[row.kind]}</span>{' '}
      <span className="text-sm text-quiet">
        {formatDevice(row)}
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

export function ActivityList() {
  const [page, goToPage] = useState(1);
  const activity = useActivity(page);
  return (
    <Panel
      title="Recent activity"
      description="Something you did not do? Sign out everywhere else and tell support."
      isFlush
    >
      <PagedList
        result={activity}
        view={{ page, goToPage }}
        loadingLabel="Loading the activity"
        empty={
          <EmptyState title="No activity yet">Sign-ins and profile changes appear here.</EmptyState>
        }
      >
        {(row) => <ActivityRow key={row.id} row={row} />}
      </PagedList>
    </Panel>
  );
}
