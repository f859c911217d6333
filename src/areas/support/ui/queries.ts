// Queries and mutations of the ticket screens.

import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import type { UploadProgress } from '#client/upload.ts';
import { useChange } from '#client/use-call.ts';
import { useLiveTopic } from '#client/use-live-topic.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
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
  readOriginalMail,
  readTicket,
  type TicketDetailWire,
  type TicketMessageWire,
  uploadAttachment,
} from '../wire/index.ts';
import { attachmentBytesMax, attachmentsMax } from '../wire/tickets.constants.ts';

export const supportKey = ['support'];
const ticketKey = (uuid: string) => [...supportKey, 'ticket', uuid];
const messagesKey = (uuid: string) => [...supportKey, 'messages', uuid];

export type NewTicket = CallInput<typeof createTicket>['body'];
type MessagePage = { results: readonly TicketMessageWire[] };
export type NewMessage = CallInput<typeof createMessage>['body'];
export type TicketChange = CallInput<typeof patchTicket>['body'];

const pollMs = { withStream: 30_000, withoutStream: 5_000 };
/** Polls with a live stream too, since a stream can break unnoticed. */
export const refetchIntervalMs = (isLive: boolean) =>
  isLive ? pollMs.withStream : pollMs.withoutStream;

export const ticketList = (isLive: boolean) => ({
  ...createList([...supportKey, 'list'], listTickets),
  refetchMs: () => refetchIntervalMs(isLive),
});

export const useTicket = (uuid: string, isLive: boolean) =>
  useQuery({
    queryKey: ticketKey(uuid),
    queryFn: ({ signal }) => call(readTicket, { params: { uuid } }, { signal }),
    refetchInterval: refetchIntervalMs(isLive),
  });

/** Mails are long: of more, the newest would be far down. */
const messagesPerPage = 20;

/** Pages of messages, the newest first. */
export const useMessages = (ticket_uuid: string, isLive: boolean) =>
  useInfiniteQuery({
    queryKey: messagesKey(ticket_uuid),
    initialPageParam: 1,
    queryFn: ({ signal, pageParam }) =>
      call(
        listMessages,
        {
          params: { ticket_uuid },
          query: {
            ordering: '-created_at',
            page: String(pageParam),
            page_size: String(messagesPerPage),
          },
        },
        { signal },
      ),
    getNextPageParam: (last) => (last.has_next ? last.page + 1 : undefined),
    refetchInterval: refetchIntervalMs(isLive),
  });

/** Its addresses are valid for five minutes: each look at it loads them anew. */
export const useOriginalMail = (params: MessageParams, isOpen: boolean) =>
  useQuery({
    // Not of `supportKey`, whose changes would load the mail again while it is read.
    queryKey: ['original-mail', params],
    queryFn: ({ signal }) => call(readOriginalMail, { params }, { signal }),
    enabled: isOpen,
    staleTime: 4 * 60_000,
    gcTime: 0,
  });

/** The profile contains the menu's count of unread answers. */
const profileKey = ['accounts', 'profile'];

const liveKeys = [supportKey, profileKey];
export const useLiveTickets = (): boolean => useLiveTopic('tickets', liveKeys);

async function storeTicket(queryClient: QueryClient, ticket: TicketDetailWire) {
  // A response that is still pending would overwrite this with older data.
  await queryClient.cancelQueries({ queryKey: ticketKey(ticket.uuid) });
  queryClient.setQueryData(ticketKey(ticket.uuid), ticket);
  void queryClient.invalidateQueries({ queryKey: [...supportKey, 'list'] });
}

function useTicketChange<Input>(change: (input: Input) => Promise<TicketDetailWire>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (ticket) => storeTicket(queryClient, ticket),
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
    // Not the ticket itself: refetching it would fail.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: [...supportKey, 'list'] }),
  });
}

export const useRateTicket = (uuid: string) =>
  useTicketChange((body: CallInput<typeof rateTicket>['body']) =>
    call(rateTicket, { params: { uuid }, body }),
  );

export function useMarkTicketRead(uuid: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(markTicketRead, { params: { uuid } }),
    onSuccess: async (ticket) => {
      await storeTicket(queryClient, ticket);
      void queryClient.invalidateQueries({ queryKey: profileKey });
    },
  });
}

export function useSendMessage(ticket_uuid: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: NewMessage; key: string }) =>
      call(createMessage, { params: { ticket_uuid }, body }, { idempotencyKey: key }),
    // Its placeholder is removed at once, so it must be in the conversation by then.
    onSuccess: (message) => {
      queryClient.setQueryData<InfiniteData<MessagePage>>(messagesKey(ticket_uuid), (data) =>
        addNewest(data, message),
      );
      void queryClient.invalidateQueries({ queryKey: supportKey });
    },
  });
}

/** The event stream may have brought it already. */
function addNewest(
  data: InfiniteData<MessagePage> | undefined,
  message: TicketMessageWire,
): InfiniteData<MessagePage> | undefined {
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first || first.results.some(({ uuid }) => uuid === message.uuid)) return data;
  const results = [message, ...first.results];
  return { ...data, pages: [{ ...first, results }, ...rest] };
}

export type MessageParams = { ticket_uuid: string; uuid: string };

export const useEditMessage = (params: MessageParams) =>
  useChange(supportKey, (text: string) => call(patchMessage, { params, body: { text } }));

export const useDeleteMessage = (params: MessageParams) =>
  useChange(supportKey, () => call(deleteMessage, { params }));

/** For `useUploads`. */
export const attachmentUploads = {
  filesMax: attachmentsMax,
  bytesMax: attachmentBytesMax,
  send: (file: File, onUploadProgress: UploadProgress, signal: AbortSignal) =>
    call(uploadAttachment, { files: { file } }, { onUploadProgress, signal }),
};
