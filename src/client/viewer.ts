// The staff member who uses the console; the frame provides it to the screens of all areas.
import { useOutletContext } from 'react-router';
import type { Role } from '#lib/staff-permissions.ts';
import { type StaffPermission, staffMay } from '#lib/staff-permissions.ts';

export type Viewer = { id: number; roles: readonly Role[] };

export function useViewer() {
  const viewer = useOutletContext<Viewer>();
  return { ...viewer, may: (name: StaffPermission) => staffMay(viewer.roles, name) };
}
