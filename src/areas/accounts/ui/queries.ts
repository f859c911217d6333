// What the account screens read and change.
import {
  hashKey,
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { session } from '#client/session.ts';
import type { UploadProgress } from '#client/upload.ts';
import { useSession } from '#client/use-session.ts';
import {
  deleteAccount,
  listActivity,
  listSessions,
  patchProfile,
  readProfile,
  requestDeletion,
  revokeOtherSessions,
  revokeSession,
  setAvatar,
  type UserWire,
} from '../contract.ts';
import type { ProfileFields } from '../profile-schema.ts';

const profileKey = ['accounts', 'profile'];
const sessionsKey = ['accounts', 'sessions'];
const activityKey = ['accounts', 'activity'];

/** The signed-in account; asked again only after a while, because every screen uses it. */
export function useProfile() {
  const { status } = useSession();
  return useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => showUser(await call(readProfile, {}, { signal })),
    enabled: status === 'signed_in',
    staleTime: 60_000,
  });
}

/** Name and picture are the same in the header and on every screen, in all tabs. */
function showUser(user: UserWire): UserWire {
  session.savePerson({ name: user.full_name || user.email, avatar: user.avatar });
  return user;
}

/** Other areas show people too: what they have read is read again. */
function keepUser(queryClient: QueryClient, user: UserWire) {
  queryClient.setQueryData(profileKey, showUser(user));
  const ownKey = hashKey(profileKey);
  void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== ownKey });
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ProfileFields>) => call(patchProfile, { body }),
    onSuccess: (user) => keepUser(queryClient, user),
  });
}

export function useUploadAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: UploadProgress }) =>
      call(setAvatar, { files: { avatar: file } }, { onUploadProgress: onProgress }),
    onSuccess: (user) => keepUser(queryClient, user),
  });
}

export const useSessions = (page: number) =>
  useQuery({
    queryKey: [...sessionsKey, page],
    queryFn: ({ signal }) => call(listSessions, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useActivity = (page: number) =>
  useQuery({
    queryKey: [...activityKey, page],
    queryFn: ({ signal }) => call(listActivity, { query: { page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
  });

function useSessionsChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: sessionsKey }),
        queryClient.invalidateQueries({ queryKey: activityKey }),
      ]),
  });
}

export const useRevokeSession = () =>
  useSessionsChange((id: string) => call(revokeSession, { params: { id } }));

export const useRevokeOtherSessions = () => useSessionsChange(() => call(revokeOtherSessions));

export const useRequestDeletion = () => useMutation({ mutationFn: () => call(requestDeletion) });

export const useDeleteAccount = () =>
  useMutation({ mutationFn: (otp: string) => call(deleteAccount, { body: { otp } }) });
