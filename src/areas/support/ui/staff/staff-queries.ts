// Queries and mutations of the support screens in the console.

import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { minuteMs } from '#lib/durations.ts';
import type { MailHandling } from '../../wire/inbound-mail.constants.ts';
import {
  createCannedReply,
  deleteCannedReply,
  handleUnattachedMail,
  listCannedReplies,
  listStaffTickets,
  listTicketAssignees,
  listUnattachedMails,
  patchCannedReply,
  patchTicket,
} from '../../wire/index.ts';
import { refetchIntervalMs, supportKey, type TicketChange } from '../queries.ts';

export const staffTicketList = (isLive: boolean) => ({
  ...createList([...supportKey, 'list', 'staff'], listStaffTickets),
  refetchMs: () => refetchIntervalMs(isLive),
});

const mailsKey = [...supportKey, 'unattached-mails'];

export const unattachedMailList = createList(mailsKey, listUnattachedMails);

export function useHandleMail(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (as: MailHandling) => call(handleUnattachedMail, { params: { id }, body: { as } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: supportKey }),
  });
}

const repliesKey = [...supportKey, 'replies'];
/** The largest page. */
const maxPageSize = '100';

export const useAssignees = () =>
  useQuery({
    queryKey: [...supportKey, 'assignees'],
    queryFn: ({ signal }) =>
      call(listTicketAssignees, { query: { page_size: maxPageSize } }, { signal }),
    staleTime: 5 * minuteMs,
  });

export const useCannedReplies = (search = '') =>
  useQuery({
    queryKey: [...repliesKey, search],
    queryFn: ({ signal }) =>
      call(
        listCannedReplies,
        { query: { page_size: maxPageSize, ...(search && { search }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: minuteMs,
  });

/** Updates the reply with this id, or creates one. */
export function useSaveCannedReply(id: number | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { title: string; text: string }) =>
      id === undefined
        ? call(createCannedReply, { body })
        : call(patchCannedReply, { params: { id: String(id) }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: repliesKey }),
  });
}

export function useDeleteCannedReply() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: number) => call(deleteCannedReply, { params: { id: String(id) } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: repliesKey }),
  });
}

/** The same change for several tickets, one after another. Returns how many accepted it. */
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
          // A ticket that refuses the change does not stop the others.
          () => undefined,
        );
      return changed;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: supportKey }),
  });
}
