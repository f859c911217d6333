import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import { secondMs } from '#lib/durations.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookDeliveries,
  listWebhookEndpoints,
  listWebhookEventTypes,
  patchWebhookEndpoint,
  readWebhookDelivery,
  readWebhookEndpoint,
  replayFailedDeliveries,
  replayWebhookDelivery,
  rotateWebhookSecret,
  sendTestEvent,
  type WebhookDeliveryWire,
} from '../wire/index.ts';
import type { DeliveryState } from '../wire/webhooks.constants.ts';

const webhooksKey = ['webhooks'];
const refreshMs = 2 * secondMs;

export type CreateEndpoint = CallInput<typeof createWebhookEndpoint>['body'];
export type EditEndpoint = NonNullable<CallInput<typeof patchWebhookEndpoint>['body']>;

/** More than an account can have. */
const everyEndpoint = { page_size: '100' };

export const useEndpoints = () =>
  useCall([...webhooksKey, 'endpoints'], listWebhookEndpoints, { query: everyEndpoint });

export const useEndpoint = (id: string) =>
  useCall([...webhooksKey, 'endpoint', id], readWebhookEndpoint, { params: { id } });

export const useEventTypes = () =>
  useQuery({
    queryKey: [...webhooksKey, 'event-types'],
    queryFn: ({ signal }) => call(listWebhookEventTypes, {}, { signal }),
    staleTime: 60 * secondMs,
  });

const isUnderWay = ({
  state,
  next_attempt_at: next,
}: {
  state: DeliveryState;
  next_attempt_at: string | null;
}) => state === 'waiting' && next !== null && Date.parse(next) < Date.now() + 60 * secondMs;

/** Loads again while something is on its way. */
export const deliveryList = {
  ...createList([...webhooksKey, 'deliveries'], listWebhookDeliveries),
  refetchMs: (page: { results: readonly WebhookDeliveryWire[] } | undefined) =>
    page?.results.some(isUnderWay) ? refreshMs : false,
};

export const useDelivery = (id: string) =>
  useQuery({
    queryKey: [...webhooksKey, 'delivery', id],
    queryFn: ({ signal }) => call(readWebhookDelivery, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? refreshMs : false),
  });

/** `gcTime` 0: a response may contain a secret, which must not stay in memory. */
function useWebhookChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: webhooksKey }),
  });
}

export const useCreateEndpoint = () =>
  useWebhookChange((body: CreateEndpoint) => call(createWebhookEndpoint, { body }));

export const useEditEndpoint = (id: string) =>
  useWebhookChange((body: EditEndpoint) => call(patchWebhookEndpoint, { params: { id }, body }));

export const useDeleteEndpoint = (id: string) =>
  useWebhookChange(() => call(deleteWebhookEndpoint, { params: { id } }));

export const useRotateSecret = (id: string) =>
  useWebhookChange(() => call(rotateWebhookSecret, { params: { id } }));

export const useSendTest = (id: string) =>
  useWebhookChange((type: string) => call(sendTestEvent, { params: { id }, body: { type } }));

export const useReplay = (id: string) =>
  useWebhookChange(() => call(replayWebhookDelivery, { params: { id } }));

export const useReplayFailed = (id: string) =>
  useWebhookChange((since: string) =>
    call(replayFailedDeliveries, { params: { id }, body: { since } }),
  );
