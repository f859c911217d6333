import { useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import type { Role } from '#lib/staff-permissions.ts';
import { download } from '#ui/download.ts';
import { startImpersonation } from '../../wire/impersonations.ts';
import {
  eraseUser,
  exportUser,
  listUsers,
  readUser,
  reinstateUser,
  revokeUserSession,
  sendUserCode,
  setUserRoles,
  signUserOut,
  suspendUser,
} from '../../wire/users.ts';

const usersKey = ['staff', 'users'];

export const userList = createList([...usersKey, 'list'], listUsers);

export const useUser = (id: string) =>
  useCall([...usersKey, 'one', id], readUser, { params: { id } });

/** After a change that another area made to the user. */
export function useRefreshUser() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: usersKey });
}

/** Changes to an account; each refreshes the user and the lists. */
export function useUserChanges(id: string) {
  const queryClient = useQueryClient();
  const params = { id };
  const refreshAfter = <T>(change: Promise<T>) =>
    change.finally(() => queryClient.invalidateQueries({ queryKey: usersKey }));
  return {
    suspend: (reason: string) => refreshAfter(call(suspendUser, { params, body: { reason } })),
    reinstate: (reason: string) => refreshAfter(call(reinstateUser, { params, body: { reason } })),
    signOut: () => refreshAfter(call(signUserOut, { params })),
    revokeSession: (session: string) =>
      refreshAfter(call(revokeUserSession, { params: { id, session } })),
    setRoles: (roles: Role[]) => refreshAfter(call(setUserRoles, { params, body: { roles } })),
    sendCode: () => call(sendUserCode, { params }),
    /** It goes on while the dialog that asked for it is closed. */
    exportData: async (reason: string) => {
      void download(`user-${id}.json`, (transfer) =>
        call(exportUser, { params, body: { reason } }, transfer),
      );
    },
    erase: (reason: string, email: string) =>
      refreshAfter(call(eraseUser, { params, body: { reason, email } })),
    impersonate: (reason: string) =>
      call(startImpersonation, { body: { user: Number(id), reason } }),
  };
}
