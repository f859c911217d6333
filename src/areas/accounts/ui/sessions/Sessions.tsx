import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { PageHeader } from '#ui/PageHeader.tsx';
import { ConnectedApps } from '../apps/ConnectedApps.tsx';
import { ActivityList } from './ActivityList.tsx';
import { NotAuthenticated } from './NotAuthenticated.tsx';
import { SessionList } from './SessionList.tsx';

export default function Sessions() {
  const { status } = useSession();
  if (status === 'anonymous') return <NotAuthenticated message="Please sign in to continue" />;
  return (
    <div className="grid max-w-3xl gap-6">
      <title>{`Sessions · ${site.name}`}</title>
      <PageHeader
        title="Sessions"
        description="Where your account is signed in, and what happened in it."
      />
      <SessionList />
      <ConnectedApps />
      <ActivityList />
    </div>
  );
}
