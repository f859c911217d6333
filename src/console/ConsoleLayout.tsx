import type { ReactNode } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { RequireSession } from '#areas/accounts/ui/sessions/RequireSession.tsx';
import { LeaveBlocker } from '#client/use-leave-guard.ts';
import { useSession } from '#client/use-session.ts';
import type { Viewer } from '#client/viewer.ts';
import { staffMay } from '#lib/staff-permissions.ts';
import { ScreenFailure } from '#site/errors/ScreenFailure.tsx';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { permissionAt } from './console-menu.ts';
import { NotFound } from './NotFound.tsx';

/** For others than staff there is nothing here: like the API, it answers not found. */
function Screen() {
  const user = useProfile().data;
  const { pathname } = useLocation();
  if (!user?.is_staff) return <NotFound />;
  const needed = permissionAt(pathname);
  const isAllowed = needed === undefined || staffMay(user.roles, needed);
  const viewer: Viewer = { id: user.id, roles: user.roles };
  return isAllowed ? <Outlet context={viewer} /> : <NotFound isInside />;
}

/** No frame while the profile loads, nor for customers. Errors are shown inside the frame. */
function Frame({ children }: { children: ReactNode }) {
  const { data: user, isError } = useProfile();
  const { status } = useSession();
  const isUnknown = !user && !isError && status === 'signed_in';
  if (isUnknown || user?.is_staff === false) return children;
  return <ConsoleFrame roles={user?.roles ?? []}>{children}</ConsoleFrame>;
}

const frame = (content: ReactNode) => <Frame>{content}</Frame>;

export default function ConsoleLayout() {
  return (
    <>
      <meta name="robots" content="noindex" />
      <LeaveBlocker />
      <RequireSession frame={frame}>
        <Screen />
      </RequireSession>
    </>
  );
}

export function ErrorBoundary() {
  return frame(<ScreenFailure />);
}
