import { useEffect } from 'react';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { ComponentList } from './ComponentList.tsx';
import { OpenIncidents, PastIncidents } from './IncidentList.tsx';
import { OverallState } from './OverallState.tsx';
import { useStatus } from './queries.ts';
import { StatusSkeleton } from './StatusSkeleton.tsx';

type UnreachableProps = { onRetry: () => void; isRetrying: boolean; isOld: boolean };

const Unreachable = ({ onRetry, isRetrying, isOld }: UnreachableProps) => (
  <Banner
    tone="error"
    title="The status can’t be read"
    action={
      <Button size="small" onClick={onRetry} isBusy={isRetrying} busyLabel="Trying...">
        Try again
      </Button>
    }
  >
    Our API does not respond to this page, so other calls probably fail as well.{' '}
    {isOld && 'What you see below is older. '}
    <a href="/readyz" className="link">
      /readyz
    </a>{' '}
    tells whether the server works.
  </Banner>
);

/** Addresses in the feed name an incident; it exists only now. */
function useScrollToIncident(isLoaded: boolean) {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isLoaded && id) document.getElementById(id)?.scrollIntoView();
  }, [isLoaded]);
}

export default function StatusPage() {
  const { data, isError, isFetching, refetch } = useStatus();
  useScrollToIncident(data !== undefined);
  const open = data?.incidents.filter(({ resolved_at }) => resolved_at === null) ?? [];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-12" aria-busy={!data && !isError}>
      {isError && (
        <Unreachable
          onRetry={() => void refetch()}
          isRetrying={isFetching}
          isOld={data !== undefined}
        />
      )}
      {!data && !isError && <StatusSkeleton />}
      {data && (
        <>
          <OverallState status={data} />
          <OpenIncidents incidents={open} />
          <ComponentList components={data.components} checkedAt={data.checked_at} />
          <PastIncidents incidents={data.incidents.filter((one) => !open.includes(one))} />
        </>
      )}
    </div>
  );
}
