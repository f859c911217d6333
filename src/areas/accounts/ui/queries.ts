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
import { deleteAccount, requestDeletion } from '../wire/deletion.ts';
import type { ProfileFields } from '../wire/profile.form.ts';
import { patchProfile, readProfile, setAvatar, type UserWire } from '../wire/profile.ts';
import {
  listActivity,
  listSessions,
  revokeOtherSessions,
  revokeSession,
} from '../wire/sessions.ts';

const profileKey = ['accounts', 'profile'];
const sessionsKey = ['accounts', 'sessions'];
const activityKey = ['accounts', 'activity'];

/** The signed-in account. Cached for a minute, because every screen uses it. */
export function useProfile() {
  const { status } = useSession();
  return useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => saveDisplayName(await call(readProfile, {}, { signal })),
    enabled: status === 'signed_in',
    staleTime: 60_000,
  });
}

/** Shares name and picture with the header and other tabs. */
function saveDisplayName(user: UserWire): UserWire {
  session.savePerson({ name: user.full_name || user.email, avatar: user.avatar });
  return user;
}

/** Other areas show the account's name and picture too, so their queries are invalidated. */
function storeUser(queryClient: QueryClient, user: UserWire) {
  queryClient.setQueryData(profileKey, saveDisplayName(user));
  const ownKey = hashKey(profileKey);
  void queryClient.invalidateQueries({ predicate: ({ queryHash }) => queryHash !== ownKey });
}

export function useUpdateProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<ProfileFields>) => call(patchProfile, { body }),
    onSuccess: (user) => storeUser(queryClient, user),
  });
}

export function useUploadAvatar() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, onProgress }: { file: File; onProgress: UploadProgress }) =>
      call(setAvatar, { files: { avatar: file } }, { onUploadProgress: onProgress }),
    onSuccess: (user) => storeUser(queryClient, user),
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
