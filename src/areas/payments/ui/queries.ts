import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import { CallError } from '#lib/call-error.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { listDetailedCurrencies } from '../wire/currencies.ts';
import type { PaymentWire } from '../wire/payment-schema.ts';
import {
  cancelPayment,
  createPayment,
  listPayments,
  readPayment,
  readReceipt,
} from '../wire/payments.ts';
import {
  listTransactions,
  readBalance,
  readStatement,
  readStatistics,
} from '../wire/transactions.ts';

export const paymentsKey = ['payments'];
const paymentKey = (uuid: string) => [...paymentsKey, 'one', uuid];

export type Period = NonNullable<NonNullable<CallInput<typeof readStatistics>['query']>['period']>;

export const useBalance = () => useCall([...paymentsKey, 'balance'], readBalance, {});

export const useStatistics = (period: Period, currency: string) =>
  useQuery({
    queryKey: [...paymentsKey, 'statistics', period, currency],
    queryFn: ({ signal }) => call(readStatistics, { query: { period, currency } }, { signal }),
    placeholderData: keepPreviousData,
  });

export const transactionList = createList([...paymentsKey, 'transactions'], listTransactions);

export const paymentList = createList([...paymentsKey, 'list'], listPayments);

const recentMax = '5';

export const useRecentPayments = () =>
  useCall([...paymentsKey, 'recent'], listPayments, {
    query: { page_size: recentMax, ordering: '-created_at' },
  });

export const usePayCurrencies = () =>
  useQuery({
    queryKey: [...paymentsKey, 'currencies'],
    queryFn: async ({ signal }) => {
      const { currencies } = await call(listDetailedCurrencies, {}, { signal });
      return currencies.filter((one) => one.available_for_payment);
    },
  });

const pollMs = { beside_stream: 20_000, alone: 5_000 };

/** Polled as well, because an event stream can break without an error. */
export const usePayment = (uuid: string, isLive: boolean) =>
  useQuery({
    queryKey: paymentKey(uuid),
    queryFn: ({ signal }) => call(readPayment, { params: { uuid } }, { signal }),
    refetchInterval: ({ state }) => {
      if (!state.data || state.data.is_final) return false;
      return isLive ? pollMs.beside_stream : pollMs.alone;
    },
  });

type StorePayment = (payment: PaymentWire) => Promise<void>;

function useStorePayment(): StorePayment {
  const queryClient = useQueryClient();
  return async (payment) => {
    // A response still in flight would be outdated.
    await queryClient.cancelQueries({ queryKey: paymentKey(payment.uuid) });
    queryClient.setQueryData(paymentKey(payment.uuid), payment);
    for (const of of ['recent', 'list'])
      void queryClient.invalidateQueries({ queryKey: [...paymentsKey, of] });
  };
}

export type TopUp = { amount: string; pay_currency: string };

export function useCreatePayment() {
  const onSuccess = useStorePayment();
  return useMutation({
    mutationFn: ({ body, key }: { body: TopUp & { currency?: string }; key: string }) =>
      call(createPayment, { body }, { idempotencyKey: key }),
    onSuccess,
  });
}

export function useCancelPayment(uuid: string) {
  const onSuccess = useStorePayment();
  return useMutation({
    mutationFn: () => call(cancelPayment, { params: { uuid }, body: {} }),
    onSuccess,
  });
}

/** Asks the provider now instead of waiting for its webhook. */
export function useCheckPayment(uuid: string) {
  const onSuccess = useStorePayment();
  return useMutation({
    mutationFn: () => call(readPayment, { params: { uuid }, query: { refresh: 'true' } }),
    onSuccess,
  });
}

/** 304 has no body; we never send an ETag, so it does not occur. */
function asFile(content: Blob | undefined): Blob {
  if (!content) throw new CallError(304, undefined);
  return content;
}

export const loadReceipt = async (uuid: string) =>
  asFile(await call(readReceipt, { params: { uuid } }));

export const loadStatement = async (month: string, currency: string) =>
  asFile(await call(readStatement, { query: { month, currency } }));
