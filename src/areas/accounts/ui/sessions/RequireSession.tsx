import { type ReactNode, useEffect, useState } from 'react';
import { createPath, useLocation, useNavigate } from 'react-router';
import { authRequiredMessage } from '#client/auth-events.ts';
import { authPath, saveReturnUrl } from '#client/return-url.ts';
import { session } from '#client/session.ts';
import { useSession } from '#client/use-session.ts';
import site from '#content/site.json' with { type: 'json' };
import { Spinner } from '#ui/Spinner.tsx';
import { ProfileLoadError } from '../profile/ProfileLoadError.tsx';
import { useProfile } from '../queries.ts';
import { NotAuthenticated } from './NotAuthenticated.tsx';

type RequireSessionProps = {
  children: ReactNode;
  /** Wraps the children, or the message in their place. */
  frame?: (content: ReactNode) => ReactNode;
};

const profilePath = '/dashboard/profile';

const LoadingAccount = () => (
  <div className="grid min-h-[60svh] place-items-center text-quiet">
    <title>{site.name}</title>
    <Spinner label="Loading your account" />
  </div>
);

/** Without a session: redirect to the sign-in screen, or report that the session ended. */
function useMissingSession(wasReady: boolean): 'none' | 'leaving' | 'ended' {
  const { status, ending } = useSession();
  const navigate = useNavigate();
  const here = createPath(useLocation());
  const isLeaving = status === 'anonymous' && !(wasReady && ending === 'lost');
  useEffect(() => {
    if (!isLeaving) return;
    // Return here after sign-in, unless the user just signed out.
    if (!wasReady) saveReturnUrl(here);
    session.start();
    void navigate(authPath, { replace: true });
  }, [isLeaving, wasReady, here, navigate]);
  if (status !== 'anonymous') return 'none';
  return isLeaving ? 'leaving' : 'ended';
}

/** Renders its children for a signed-in user only, once the account is loaded. */
export function RequireSession({ children, frame = (content) => content }: RequireSessionProps) {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [wasReady, setWasReady] = useState(false);
  if (profile.data && !wasReady) setWasReady(true);
  const absence = useMissingSession(wasReady);

  // No frame during a redirect: it would flash.
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
