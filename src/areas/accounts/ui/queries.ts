// What the account screens read and change.
import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#client/api.ts';
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
    queryFn: ({ signal }) => call(readProfile, {}, { signal }),
    enabled: status === 'signed_in',
    staleTime: 60_000,
  });
}

function keepUser(queryClient: QueryClient, user: UserWire) {
  queryClient.setQueryData(profileKey, user);
  void queryClient.invalidateQueries({ queryKey: activityKey });
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
