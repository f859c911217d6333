// What the screens of plans read and change.
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { CallError } from '#client/errors.ts';
import { useAttemptKey } from '#client/use-attempt-key.ts';
import {
  type BillingPeriod,
  type ChangePreviewWire,
  cancelSubscription,
  listSubscriptions,
  listTariffs,
  patchSubscription,
  reactivateSubscription,
  readCurrentSubscription,
  type SubscriptionWire,
  subscribe,
} from '../../contract.ts';

export const planKey = ['billing', 'plan'];

/** Null for who has none, which happens to accounts of staff. */
export const useCurrentPlan = () =>
  useQuery({
    queryKey: [...planKey, 'current'],
    queryFn: ({ signal }) =>
      call(readCurrentSubscription, {}, { signal }).catch((error) => {
        if (error instanceof CallError && error.status === 404) return null;
        throw error;
      }),
  });

/** A paid plan that was ended at once and can be had back until its paid time is over. */
export const useReturnablePlan = () =>
  useQuery({
    queryKey: [...planKey, 'returnable'],
    queryFn: async ({ signal }) => {
      const query = { status: 'cancelled' as const, ordering: '-created_at' };
      const { results } = await call(listSubscriptions, { query }, { signal });
      return results.find(({ can_reactivate }) => can_reactivate) ?? null;
    },
  });

export const useTariffs = () =>
  useQuery({
    queryKey: [...planKey, 'tariffs'],
    queryFn: async ({ signal }) =>
      (await call(listTariffs, { query: { page_size: '100' } }, { signal })).results,
  });

export type PlanChoice = { tariff: string; billing_period: BillingPeriod };
export type PaymentSource = 'balance' | 'payment';

/** A plan that costs something is changed; without one, or with the free one, a new one begins. */
export const isChange = (current: SubscriptionWire | null): current is SubscriptionWire =>
  current !== null && !current.tariff.is_free && current.status !== 'pending';

export const usePlanPreview = (current: SubscriptionWire | null, choice: PlanChoice) =>
  useQuery({
    // Apart from the plan, whose change would ask for a preview of what has just been done.
    queryKey: ['billing', 'plan-preview', current?.id, choice],
    queryFn: async ({ signal }) => {
      const query = { preview: 'true' as const };
      const preview = isChange(current)
        ? await call(
            patchSubscription,
            { params: { id: current.id }, query, body: choice },
            { signal },
          )
        : await call(subscribe, { query, body: choice }, { signal });
      return preview as ChangePreviewWire;
    },
    // It is worth what it says for seconds.
    staleTime: 0,
    gcTime: 0,
  });

function usePlanKeeper() {
  const queryClient = useQueryClient();
  return (plan: SubscriptionWire) => {
    queryClient.setQueryData([...planKey, 'current'], plan);
    void queryClient.invalidateQueries({ queryKey: planKey });
    void queryClient.invalidateQueries({ queryKey: ['payments'] });
  };
}

type Order = PlanChoice & { payment_source: PaymentSource };

export function useTakePlan(current: SubscriptionWire | null) {
  const keep = usePlanKeeper();
  const { keyFor, endAttempt } = useAttemptKey();
  return useMutation({
    mutationFn: async (order: Order) => {
      const more = order.payment_source === 'payment' ? { pay_currency: 'USD' } : {};
      const input = { body: { ...order, ...more } };
      const options = { idempotencyKey: keyFor(input) };
      const plan = isChange(current)
        ? await call(patchSubscription, { params: { id: current.id }, ...input }, options)
        : await call(subscribe, input, options);
      return plan as SubscriptionWire;
    },
    onSuccess: keep,
    onSettled: (_plan, error) => endAttempt(error),
  });
}

export function useCancelPlan(id: string) {
  const keep = usePlanKeeper();
  return useMutation({
    mutationFn: (body: { reason: string; at_period_end: boolean }) =>
      call(cancelSubscription, { params: { id }, body }),
    onSuccess: keep,
  });
}

export function useKeepPlan(id: string) {
  const keep = usePlanKeeper();
  return useMutation({
    mutationFn: () => call(reactivateSubscription, { params: { id } }),
    onSuccess: keep,
  });
}

/** Takes a change back that waits for the renewal or for its payment. */
export function useDropChange({ id, tariff, billing_period }: SubscriptionWire) {
  const keep = usePlanKeeper();
  return useMutation({
    mutationFn: async () => {
      const body = { tariff: tariff.slug, billing_period };
      return (await call(patchSubscription, { params: { id }, body })) as SubscriptionWire;
    },
    onSuccess: keep,
  });
}
