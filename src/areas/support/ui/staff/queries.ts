// What support's screens read and change beside the tickets themselves.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadOf } from '#client/download-of.ts';
import {
  createCannedReply,
  deleteCannedReply,
  listCannedReplies,
  listTicketAssignees,
  listTickets,
  patchCannedReply,
  patchTicket,
} from '../../contract.ts';
import { supportKey, type TicketChange, type TicketQuery } from '../queries.ts';

export const loadTicketsCsv = (query: TicketQuery) =>
  call(downloadOf(listTickets), { query: { ...query, format: 'csv' } });

const repliesKey = [...supportKey, 'replies'];
/** A menu, and more than a menu should hold. */
const allInOne = '100';

export const useAssignees = () =>
  useQuery({
    queryKey: [...supportKey, 'assignees'],
    queryFn: ({ signal }) =>
      call(listTicketAssignees, { query: { page_size: allInOne } }, { signal }),
    staleTime: 300_000,
  });

export const useCannedReplies = () =>
  useQuery({
    queryKey: repliesKey,
    queryFn: ({ signal }) =>
      call(listCannedReplies, { query: { page_size: allInOne } }, { signal }),
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
