// What the screens of tickets read and change.
import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { UploadProgress } from '#client/upload.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import {
  createMessage,
  createTicket,
  deleteMessage,
  deleteTicket,
  listMessages,
  listTickets,
  markTicketRead,
  patchMessage,
  patchTicket,
  rateTicket,
  readTicket,
  type TicketDetailWire,
  uploadAttachment,
} from '../contract.ts';

export const supportKey = ['support'];
const ticketKey = (uuid: string) => [...supportKey, 'ticket', uuid];
const messagesKey = (uuid: string) => [...supportKey, 'messages', uuid];

export type TicketQuery = NonNullable<CallInput<typeof listTickets>['query']>;
export type NewTicket = CallInput<typeof createTicket>['body'];
export type NewMessage = CallInput<typeof createMessage>['body'];
export type TicketChange = CallInput<typeof patchTicket>['body'];

const pollMs = { beside_stream: 30_000, alone: 5_000 };
/** A stream can be cut off without a word, so that lists are asked again as well. */
export const every = (isLive: boolean) => (isLive ? pollMs.beside_stream : pollMs.alone);

export const useTickets = (query: TicketQuery, isLive: boolean) =>
  useQuery({
    queryKey: [...supportKey, 'list', query],
    queryFn: ({ signal }) => call(listTickets, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: every(isLive),
  });

export const useTicket = (uuid: string, isLive: boolean) =>
  useQuery({
    queryKey: ticketKey(uuid),
    queryFn: ({ signal }) => call(readTicket, { params: { uuid } }, { signal }),
    refetchInterval: every(isLive),
  });

/** From the newest back, a page at a time. */
export const useMessages = (ticket_uuid: string, isLive: boolean) =>
  useInfiniteQuery({
    queryKey: messagesKey(ticket_uuid),
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(
        listMessages,
        {
          params: { ticket_uuid },
          query: { ordering: '-created_at', page: String(pageParam) },
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_next ? last.page + 1 : undefined),
    refetchInterval: every(isLive),
  });

/** The menu's count of unread answers comes with the profile. */
export const profileKey = ['accounts', 'profile'];

async function keepTicket(queryClient: QueryClient, ticket: TicketDetailWire) {
  // An answer that is on its way still tells of the time before.
  await queryClient.cancelQueries({ queryKey: ticketKey(ticket.uuid) });
  queryClient.setQueryData(ticketKey(ticket.uuid), ticket);
  void queryClient.invalidateQueries({ queryKey: [...supportKey, 'list'] });
}

function useTicketChange<Input>(change: (input: Input) => Promise<TicketDetailWire>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (ticket) => keepTicket(queryClient, ticket),
  });
}

export const useCreateTicket = () =>
  useTicketChange(({ body, key }: { body: NewTicket; key: string }) =>
    call(createTicket, { body }, { idempotencyKey: key }),
  );

export const useChangeTicket = (uuid: string) =>
  useTicketChange((body: TicketChange) => call(patchTicket, { params: { uuid }, body }));

export function useDeleteTicket(uuid: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(deleteTicket, { params: { uuid } }),
    // The ticket itself is not asked for again: it would be missed.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...supportKey, 'list'] }),
  });
}

export const useRateTicket = (uuid: string) =>
  useTicketChange((body: CallInput<typeof rateTicket>['body']) =>
    call(rateTicket, { params: { uuid }, body }),
  );

export function useMarkRead(uuid: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(markTicketRead, { params: { uuid } }),
    onSuccess: async (ticket) => {
      await keepTicket(queryClient, ticket);
      void queryClient.invalidateQueries({ queryKey: profileKey });
    },
  });
}

export function useSendMessage(ticket_uuid: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewMessage; key: string }) =>
      call(createMessage, { params: { ticket_uuid }, body }, { idempotencyKey: key }),
    // The message is there before its placeholder goes.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: supportKey }),
  });
}

function useMessageChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: supportKey }),
  });
}

export type MessagePlace = { ticket_uuid: string; uuid: string };

export const useEditMessage = (params: MessagePlace) =>
  useMessageChange((text: string) => call(patchMessage, { params, body: { text } }));

export const useDeleteMessage = (params: MessagePlace) =>
  useMessageChange(() => call(deleteMessage, { params }));

export const sendFile = (file: File, onUploadProgress: UploadProgress, signal: AbortSignal) =>
  call(uploadAttachment, { files: { file } }, { onUploadProgress, signal });
