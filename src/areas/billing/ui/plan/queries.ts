import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useBillingCountry } from '#client/billing-country.ts';
import { readIfExists } from '#client/read-if-exists.ts';
import { useCall } from '#client/use-call.ts';
import { useIdempotencyKey } from '#client/use-idempotency-key.ts';
import { useLiveTopic } from '#client/use-live-topic.ts';
import {
  type BillingPeriod,
  type ChangePreviewWire,
  cancelSubscription,
  listSubscriptions,
  listTariffs,
  patchSpending,
  patchSubscription,
  reactivateSubscription,
  readCurrentSubscription,
  readSpending,
  type SpendingBody,
  type SubscriptionWire,
  subscribe,
} from '../../wire/index.ts';

export const planKey = ['billing', 'plan'];

/** Null without a subscription, as on staff accounts. */
export const useCurrentPlan = () =>
  useQuery({
    queryKey: [...planKey, 'current'],
    queryFn: ({ signal }) => readIfExists(call(readCurrentSubscription, {}, { signal })),
  });

/** A paid plan that was cancelled immediately and can be reactivated until its paid period ends. */
export const useReturnablePlan = () =>
  useQuery({
    queryKey: [...planKey, 'returnable'],
    queryFn: async ({ signal }) => {
      const query = { status: 'cancelled' as const, ordering: '-created_at' };
      const { results } = await call(listSubscriptions, { query }, { signal });
      return results.find(({ can_reactivate }) => can_reactivate) ?? null;
    },
  });

/** Of the viewer, or of a customer for staff. */
export const useSpending = (user?: string) =>
  useCall([...planKey, 'spending', user], readSpending, { query: user ? { user } : {} });

export function useSetSpending() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: SpendingBody) => call(patchSpending, { body }),
    onSuccess: (spending) => {
      queryClient.setQueryData([...planKey, 'spending', undefined], spending);
      void queryClient.invalidateQueries({ queryKey: ['billing'] });
    },
  });
}

export const useTariffs = () =>
  useQuery({
    queryKey: [...planKey, 'tariffs'],
    queryFn: async ({ signal }) =>
      (await call(listTariffs, { query: { page_size: '100' } }, { signal })).results,
  });

export type PlanChoice = { tariff: string; billing_period: BillingPeriod };
export type PaymentSource = 'balance' | 'payment';

/** A paid plan is changed; without one, or on the free plan, a new subscription starts. */
export const isChange = (current: SubscriptionWire | null): current is SubscriptionWire =>
  current !== null && !current.tariff.is_free && current.status !== 'pending';

export const usePlanPreview = (current: SubscriptionWire | null, choice: PlanChoice) =>
  useQuery({
    // Not below the plan's key: a changed plan would refetch the preview of what was just done.
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
    // Prices change by the second.
    staleTime: 0,
    gcTime: 0,
  });

function useStorePlan() {
  const queryClient = useQueryClient();
  return (plan: SubscriptionWire) => {
    queryClient.setQueryData([...planKey, 'current'], plan);
    void queryClient.invalidateQueries({ queryKey: planKey });
    void queryClient.invalidateQueries({ queryKey: ['payments'] });
  };
}

type Order = PlanChoice & { payment_source: PaymentSource };

export function useOrderPlan(current: SubscriptionWire | null) {
  const store = useStorePlan();
  const withCountry = useBillingCountry();
  const { keyFor, endAttempt } = useIdempotencyKey();
  const send = async (order: Order) => {
    const more = order.payment_source === 'payment' ? { pay_currency: 'USD' } : {};
    const input = { body: { ...order, ...more } };
    const options = { idempotencyKey: keyFor(input) };
    try {
      const plan = isChange(current)
        ? await call(patchSubscription, { params: { id: current.id }, ...input }, options)
        : await call(subscribe, input, options);
      endAttempt(undefined);
      return plan as SubscriptionWire;
    } catch (error) {
      endAttempt(error);
      throw error;
    }
  };
  return useMutation({
    mutationFn: (order: Order) => withCountry(() => send(order)),
    onSuccess: store,
  });
}

export function useCancelPlan(id: string) {
  const store = useStorePlan();
  return useMutation({
    mutationFn: (body: { reason: string; at_period_end: boolean }) =>
      call(cancelSubscription, { params: { id }, body }),
    onSuccess: store,
  });
}

export function useReactivatePlan(id: string) {
  const store = useStorePlan();
  return useMutation({
    mutationFn: () => call(reactivateSubscription, { params: { id } }),
    onSuccess: store,
  });
}

/** Reverts a change that waits for the renewal or for its payment. */
export function useUndoChange({ id, tariff, billing_period }: SubscriptionWire) {
  const store = useStorePlan();
  return useMutation({
    mutationFn: async () => {
      const body = { tariff: tariff.slug, billing_period };
      return (await call(patchSubscription, { params: { id }, body })) as SubscriptionWire;
    },
    onSuccess: store,
  });
}

const liveKeys = [planKey];

/** Reloads the plan after changes elsewhere: a completed payment, a renewal, another window. */
export const useLivePlan = (): boolean => useLiveTopic('billing', liveKeys);
