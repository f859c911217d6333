// What finance reads of payments and decides about them.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadOf } from '#client/download-of.ts';
import { useAttemptKey } from '#client/use-attempt-key.ts';
import { doEach } from '#lib/do-each.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import {
  approveAdjustment,
  cancelPayment,
  listAdjustments,
  listForReview,
  listWebhookEvents,
  proposeAdjustment,
  readRefundable,
  rejectAdjustment,
  replayWebhookEvent,
} from '../../contract.ts';

const reviewKey = ['staff', 'payments'];

type ReviewQuery = NonNullable<CallInput<typeof listForReview>['query']>;
type AdjustmentQuery = NonNullable<CallInput<typeof listAdjustments>['query']>;
type EventQuery = NonNullable<CallInput<typeof listWebhookEvents>['query']>;
export type Proposal = CallInput<typeof proposeAdjustment>['body'];

export const useReview = (query: ReviewQuery) =>
  useQuery({
    queryKey: [...reviewKey, 'list', query],
    queryFn: ({ signal }) => call(listForReview, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const loadReviewCsv = (query: ReviewQuery) =>
  call(downloadOf(listForReview), { query: { ...query, format: 'csv' } });

export const loadAdjustmentsCsv = (query: AdjustmentQuery) =>
  call(downloadOf(listAdjustments), { query: { ...query, format: 'csv' } });

export const loadEventsCsv = (query: EventQuery) =>
  call(downloadOf(listWebhookEvents), { query: { ...query, format: 'csv' } });

export const useAdjustments = (query: AdjustmentQuery) =>
  useQuery({
    queryKey: [...reviewKey, 'adjustments', query],
    queryFn: ({ signal }) => call(listAdjustments, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Asked anew each time: what the wallet holds changes. */
export const useRefundable = (uuid: string) =>
  useQuery({
    queryKey: [...reviewKey, 'refundable', uuid],
    queryFn: ({ signal }) => call(readRefundable, { params: { uuid } }, { signal }),
    gcTime: 0,
  });

export const useWebhookEvents = (query: EventQuery) =>
  useQuery({
    queryKey: [...reviewKey, 'events', query],
    queryFn: ({ signal }) => call(listWebhookEvents, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

function useReviewChange<Input, Output>(mutationFn: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: reviewKey }),
  });
}

export const usePropose = () =>
  useReviewChange(({ body, key }: { body: Proposal; key: string }) =>
    call(proposeAdjustment, { body }, { idempotencyKey: key }),
  );

export const useApprove = () =>
  useReviewChange((uuid: string) => call(approveAdjustment, { params: { uuid }, body: {} }));

export const useReject = () =>
  useReviewChange(({ uuid, note }: { uuid: string; note: string }) =>
    call(rejectAdjustment, { params: { uuid }, body: { note } }),
  );

export const useReplay = () =>
  useReviewChange((uuid: string) => call(replayWebhookEvent, { params: { uuid } }));
export const useReplayEach = () =>
  useReviewChange((uuids: string[]) =>
    doEach(uuids, (uuid) => call(replayWebhookEvent, { params: { uuid } })),
  );

/** What finance can do about one payment. */
export function usePaymentSteps(payment: string) {
  const { keyFor, endAttempt } = useAttemptKey();
  const { mutateAsync } = usePropose();
  const propose = (body: Proposal) =>
    mutateAsync(
      { body, key: keyFor(body) },
      { onSettled: (_proposal, error) => endAttempt(error) },
    );
  const cancel = useReviewChange((reason: string) =>
    call(cancelPayment, { params: { uuid: payment }, body: { reason } }),
  );
  return {
    complete: (reason: string) => propose({ kind: 'complete', payment, reason }),
    refund: (reason: string, amount: string) =>
      propose({ kind: 'refund', payment, reason, amount }),
    cancel: (reason: string) => cancel.mutateAsync(reason),
  };
}
