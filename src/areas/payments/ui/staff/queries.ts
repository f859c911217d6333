import { useQuery } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useChange } from '#client/use-call.ts';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { runEach } from '#lib/run-each.ts';
import {
  approveAdjustment,
  listAdjustments,
  proposeAdjustment,
  readRefundable,
  rejectAdjustment,
} from '../../wire/adjustments.ts';
import { cancelPayment } from '../../wire/payments.ts';
import { listForReview } from '../../wire/reviews.ts';
import { listWebhookEvents, replayWebhookEvent } from '../../wire/webhooks.ts';

const reviewKey = ['staff', 'payments'];

export type Proposal = CallInput<typeof proposeAdjustment>['body'];

export const reviewList = createList([...reviewKey, 'list'], listForReview);

export const adjustmentList = createList([...reviewKey, 'adjustments'], listAdjustments);

/** Never cached: the wallet balance changes. */
export const useRefundable = (uuid: string) =>
  useQuery({
    queryKey: [...reviewKey, 'refundable', uuid],
    queryFn: ({ signal }) => call(readRefundable, { params: { uuid } }, { signal }),
    gcTime: 0,
  });

export const webhookEventList = createList([...reviewKey, 'events'], listWebhookEvents);

export const usePropose = () =>
  useChange(reviewKey, ({ body, key }: { body: Proposal; key: string }) =>
    call(proposeAdjustment, { body }, { idempotencyKey: key }),
  );

export const useApprove = () =>
  useChange(reviewKey, (uuid: string) => call(approveAdjustment, { params: { uuid }, body: {} }));

export const useReject = () =>
  useChange(reviewKey, ({ uuid, note }: { uuid: string; note: string }) =>
    call(rejectAdjustment, { params: { uuid }, body: { note } }),
  );

export const useReplay = () =>
  useChange(reviewKey, (uuid: string) => call(replayWebhookEvent, { params: { uuid } }));
export const useReplayEach = () =>
  useChange(reviewKey, (uuids: string[]) =>
    runEach(uuids, (uuid) => call(replayWebhookEvent, { params: { uuid } })),
  );

export const loadProposalSchema = () =>
  import('../../wire/adjustments.form.ts').then((module) => module.proposeAdjustmentBody);

/** What finance can do with a payment for a reason alone. */
export function usePaymentSteps(payment: string) {
  const { keyFor, endAttempt } = useIdempotencyKey();
  const { mutateAsync } = usePropose();
  const propose = (body: Proposal) =>
    mutateAsync(
      { body, key: keyFor(body) },
      { onSettled: (_proposal, error) => endAttempt(error) },
    );
  const cancel = useChange(reviewKey, (reason: string) =>
    call(cancelPayment, { params: { uuid: payment }, body: { reason } }),
  );
  return {
    complete: (reason: string) => propose({ kind: 'complete', payment, reason }),
    cancel: (reason: string) => cancel.mutateAsync(reason),
  };
}
