// What the console's own screens read and change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadOf } from '#client/download-of.ts';
import { doEach } from '#lib/do-each.ts';
import type { Role } from '#lib/endpoint.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import type { Feature } from '#lib/features.ts';
import { saveFile } from '#ui/save-file.ts';
import {
  beginImpersonation,
  checkLedger,
  eraseUser,
  exportUser,
  fetchRates,
  listAuditEntries,
  listFailedJobs,
  listFeatures,
  listImpersonations,
  listJobs,
  listMails,
  listUsers,
  readRates,
  readStaffOverview,
  readUser,
  reinstateUser,
  retryJob,
  retryJobs,
  retryMail,
  revokeUserSession,
  sendUserCode,
  setUserRoles,
  signUserOut,
  suspendUser,
  switchFeature,
} from '../contract.ts';

const staffKey = ['staff'];
const usersKey = [...staffKey, 'users'];
const systemKey = [...staffKey, 'system'];

type UserQuery = NonNullable<CallInput<typeof listUsers>['query']>;
type AuditQuery = NonNullable<CallInput<typeof listAuditEntries>['query']>;
type FailedQuery = NonNullable<CallInput<typeof listFailedJobs>['query']>;
type MailQuery = NonNullable<CallInput<typeof listMails>['query']>;

export const useStaffOverview = () =>
  useQuery({
    queryKey: [...staffKey, 'overview'],
    queryFn: ({ signal }) => call(readStaffOverview, {}, { signal }),
    refetchInterval: 60_000,
  });

export const useUsers = (query: UserQuery) =>
  useQuery({
    queryKey: [...usersKey, 'list', query],
    queryFn: ({ signal }) => call(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadUsersCsv = (query: UserQuery) =>
  call(downloadOf(listUsers), { query: { ...query, format: 'csv' } });

export const useUser = (id: string) =>
  useQuery({
    queryKey: [...usersKey, 'one', id],
    queryFn: ({ signal }) => call(readUser, { params: { id } }, { signal }),
  });

/** After a change that another area made to the person. */
export function useReadUserAgain() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: usersKey });
}

/** Every change of a person's account; lists and the person are read anew after each. */
export function useUserChanges(id: string) {
  const queryClient = useQueryClient();
  const params = { id };
  const then = <T>(done: Promise<T>) =>
    done.finally(() => queryClient.invalidateQueries({ queryKey: usersKey }));
  return {
    suspend: (reason: string) => then(call(suspendUser, { params, body: { reason } })),
    reinstate: (reason: string) => then(call(reinstateUser, { params, body: { reason } })),
    signOut: () => then(call(signUserOut, { params })),
    revokeSession: (session: string) => then(call(revokeUserSession, { params: { id, session } })),
    setRoles: (roles: Role[]) => then(call(setUserRoles, { params, body: { roles } })),
    sendCode: () => call(sendUserCode, { params }),
    takeCopy: async (reason: string) =>
      saveFile(await call(exportUser, { params, body: { reason } }), `user-${id}.json`),
    erase: (reason: string, email: string) =>
      then(call(eraseUser, { params, body: { reason, email } })),
    lookAs: (reason: string) => call(beginImpersonation, { body: { user: Number(id), reason } }),
  };
}

export const useImpersonations = (page: string) =>
  useQuery({
    queryKey: [...staffKey, 'impersonations', page],
    queryFn: ({ signal }) => call(listImpersonations, { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useAudit = (query: AuditQuery) =>
  useQuery({
    queryKey: [...staffKey, 'audit', query],
    queryFn: ({ signal }) => call(listAuditEntries, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadAuditCsv = (query: AuditQuery) =>
  call(downloadOf(listAuditEntries), { query: { ...query, format: 'csv' } });

export const useJobs = () =>
  useQuery({
    queryKey: [...systemKey, 'jobs'],
    queryFn: ({ signal }) => call(listJobs, {}, { signal }),
    refetchInterval: 15_000,
  });

export const useFailedJobs = (queue: string, query: FailedQuery) =>
  useQuery({
    queryKey: [...systemKey, 'jobs', queue, query],
    queryFn: ({ signal }) => call(listFailedJobs, { params: { queue }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const useMails = (query: MailQuery) =>
  useQuery({
    queryKey: [...systemKey, 'mails', query],
    queryFn: ({ signal }) => call(listMails, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadMailsCsv = (query: MailQuery) =>
  call(downloadOf(listMails), { query: { ...query, format: 'csv' } });

function useSystemChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: systemKey }),
  });
}
export const useRetryJobs = () =>
  useSystemChange((queue: string) => call(retryJobs, { params: { queue } }));
export const useRetryEachJob = (queue: string) =>
  useSystemChange((ids: string[]) =>
    doEach(ids, (id) => call(retryJob, { params: { queue, id } })),
  );
export const useRetryMail = () =>
  useSystemChange((id: string) => call(retryMail, { params: { id } }));
export const useRetryMails = () =>
  useSystemChange((ids: string[]) => doEach(ids, (id) => call(retryMail, { params: { id } })));

export const useRates = () =>
  useQuery({
    queryKey: [...systemKey, 'rates'],
    queryFn: ({ signal }) => call(readRates, {}, { signal }),
  });
export const useFeatures = () =>
  useQuery({
    queryKey: [...systemKey, 'features'],
    queryFn: ({ signal }) => call(listFeatures, {}, { signal }),
  });

export const useSwitchFeature = () =>
  useSystemChange(
    ({ name, ...body }: { name: Feature } & CallInput<typeof switchFeature>['body']) =>
      call(switchFeature, { params: { name }, body }),
  );

export const useFetchRates = () => useSystemChange(() => call(fetchRates, {}));

/** Reads the whole ledger, so it is asked when somebody wants it. */
export const useLedgerCheck = () =>
  useQuery({
    queryKey: [...staffKey, 'ledger'],
    queryFn: ({ signal }) => call(checkLedger, {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
