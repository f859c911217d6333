import { Outlet, useLocation } from 'react-router';
import { useProfile } from '#areas/accounts/ui/queries.ts';
import { RequireSession } from '#areas/accounts/ui/RequireSession.tsx';
import type { Viewer } from '#client/viewer.ts';
import { staffMay } from '#lib/staff-permissions.ts';
import { ConsoleFrame } from './ConsoleFrame.tsx';
import { permissionAt } from './console-menu.ts';
import { NotFound } from './NotFound.tsx';

/** For staff alone: to anybody else there is nothing here, as the API says it too. */
function Console() {
  const user = useProfile().data;
  const { pathname } = useLocation();
  if (!user) return null;
  if (!user.is_staff) return <NotFound />;
  const needed = permissionAt(pathname);
  const isTheirs = needed === undefined || staffMay(user.roles, needed);
  const viewer: Viewer = { id: user.id, roles: user.roles };
  return (
    <ConsoleFrame user={user}>
      {isTheirs ? <Outlet context={viewer} /> : <NotFound isInside />}
    </ConsoleFrame>
  );
}

export default function ConsoleLayout() {
  return (
    <RequireSession>
      <meta name="robots" content="noindex" />
      <Console />
    </RequireSession>
  );
}
