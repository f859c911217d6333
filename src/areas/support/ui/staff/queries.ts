// What support's screens read and change beside the tickets themselves.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadOf } from '#client/download-of.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  listStaffTickets,
  listTicketAssignees,
  patchCannedReply,
  patchTicket,
} from '../../contract.ts';
import { every, supportKey, type TicketChange } from '../queries.ts';

export type StaffTicketQuery = NonNullable<CallInput<typeof listStaffTickets>['query']>;

export const useStaffTickets = (query: StaffTicketQuery, isLive: boolean) =>
  useQuery({
    queryKey: [...supportKey, 'list', 'staff', query],
    queryFn: ({ signal }) => call(listStaffTickets, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every(isLive),
  });

export const loadTicketsCsv = (query: StaffTicketQuery) =>
  call(downloadOf(listStaffTickets), { query: { ...query, format: 'csv' } });

const repliesKey = [...supportKey, 'replies'];
/** More than a menu should hold. */
const allInOne = '100';

export const useAssignees = () =>
  useQuery({
    queryKey: [...supportKey, 'assignees'],
    queryFn: ({ signal }) =>
      call(listTicketAssignees, { query: { page_size: allInOne } }, { signal }),
    staleTime: 300_000,
  });

export const useCannedReplies = (search = '') =>
  useQuery({
    queryKey: [...repliesKey, search],
    queryFn: ({ signal }) =>
      call(
        listCannedReplies,
        { query: { page_size: allInOne, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });

/** Changes the reply of this number; without one keeps a new one. */
export function useSaveReply(id: number | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { title: string; text: string }) =>
      id === undefined
        ? call(createCannedReply, { body })
        : call(patchCannedReply, { params: { id: String(id) }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: repliesKey }),
  });
}

export function useDeleteReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteCannedReply, { params: { id: String(id) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: repliesKey }),
  });
}

/** One change for several tickets, one after another. Returns how many took it. */
export function useChangeTickets() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ uuids, body }: { uuids: readonly string[]; body: TicketChange }) => {
      let changed = 0;
      for (const uuid of uuids)
        await call(patchTicket, { params: { uuid }, body }).then(
          () => {
            changed += 1;
          },
          // A ticket that refuses the step does not keep the others from it.
          () => undefined,
        );
      return changed;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: supportKey }),
  });
}
