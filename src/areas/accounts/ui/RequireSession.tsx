import { type ReactNode, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { authRequiredMessage } from '#client/events.ts';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import { Spinner } from '#ui/Spinner.tsx';
import { NotAuthenticated } from './NotAuthenticated.tsx';
import { ProfileLoadError } from './ProfileLoadError.tsx';
import { useProfile } from './queries.ts';

type RequireSessionProps = {
  children: ReactNode;
  /** Stands while the account loads. */
  fallback?: ReactNode;
};

const profilePath = '/dashboard/profile';

const LoadingAccount = () => (
  <div className="grid min-h-svh place-items-center text-quiet">
    <Spinner label="Loading your account" />
  </div>
);

/** Without a session: nothing yet, leave for the sign-in screen, or say that it ended. */
function useAbsence(wasReady: boolean): 'none' | 'leaving' | 'ended' {
  const { status, ending } = useSession();
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const isLeaving = status === 'anonymous' && !(wasReady && ending === 'lost');
  useEffect(() => {
    if (!isLeaving) return;
    // Whoever signs out is done here; whoever comes from outside wants to come back.
    if (!wasReady) saveReturnUrl(here);
    session.start();
    void navigate(authPath, { replace: true });
  }, [isLeaving, wasReady, here, navigate]);
  if (status !== 'anonymous') return 'none';
  return isLeaving ? 'leaving' : 'ended';
}

/** Shows its children to a signed-in person only, with the account loaded. */
export function RequireSession({ children, fallback = <LoadingAccount /> }: RequireSessionProps) {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [wasReady, setWasReady] = useState(false);
  if (profile.data && !wasReady) setWasReady(true);
  const absence = useAbsence(wasReady);

  if (absence === 'leaving') return fallback;
  if (absence === 'ended') {
    const isProfile = pathname.replace(/\/$/, '') === profilePath;
    return (
      <NotAuthenticated
        message={isProfile ? 'Please log in to view your profile.' : authRequiredMessage}
      />
    );
  }
  if (profile.data) return children;
  if (!profile.isError) return fallback;
  return (
    <div className="mx-auto max-w-2xl px-gutter py-section">
      <ProfileLoadError onRetry={() => profile.refetch()} isRetrying={profile.isFetching} />
    </div>
  );
}
