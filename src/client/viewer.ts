// Who looks at the console, for screens that may not ask another area: the frame hands it down.
import { useOutletContext } from 'react-router';
import type { Role } from '#lib/endpoint.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';

export type Viewer = { id: number; roles: readonly Role[] };

export function useViewer() {
  const viewer = useOutletContext<Viewer>();
  return { ...viewer, may: (name: StaffPermission) => staffMay(viewer.roles, name) };
}
