import { type ReactNode, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { authRequiredMessage } from '#client/events.ts';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { Spinner } from '#ui/Spinner.tsx';
import { NotAuthenticated } from './NotAuthenticated.tsx';
import { ProfileLoadError } from './ProfileLoadError.tsx';
import { useProfile } from './queries.ts';

type RequireSessionProps = {
  children: ReactNode;
  /** Stands around the children, and around what is said in their place. */
  frame?: (content: ReactNode) => ReactNode;
};

const profilePath = '/dashboard/profile';

const LoadingAccount = () => (
  <div className="grid min-h-[60svh] place-items-center text-quiet">
    <title>{site.name}</title>
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
export function RequireSession({ children, frame = (content) => content }: RequireSessionProps) {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [wasReady, setWasReady] = useState(false);
  if (profile.data && !wasReady) setWasReady(true);
  const absence = useAbsence(wasReady);

  // No frame during a redirect: it would only flash.
  if (absence === 'leaving') return <LoadingAccount />;
  if (absence === 'ended') {
    const isProfile = pathname.replace(/\/$/, '') === profilePath;
    const message = isProfile ? 'Please log in to view your profile.' : authRequiredMessage;
    return frame(<NotAuthenticated message={message} />);
  }
  if (profile.data) return frame(children);
  if (!profile.isError) return frame(<LoadingAccount />);
  return frame(
    <ProfileLoadError onRetry={() => profile.refetch()} isRetrying={profile.isFetching} isPage />,
  );
}
