import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import {
  creditInvoice,
  exportInvoices,
  listAllInvoices,
  readStaffInvoice,
  replaceInvoice,
} from '../../wire/staff-invoices.ts';

const staffKey = ['staff', 'invoices'];

export type ExportQuery = NonNullable<CallInput<typeof exportInvoices>['query']>;
export type CreditBody = CallInput<typeof creditInvoice>['body'];

export const staffInvoiceList = createList([...staffKey, 'list'], listAllInvoices);

export const useStaffInvoice = (number: string) =>
  useCall([...staffKey, 'one', number], readStaffInvoice, { params: { number } });

export const loadExport = (query: ExportQuery) => call(exportInvoices, { query });

export function useReplaceInvoice(number: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (reason: string) => call(replaceInvoice, { params: { number }, body: { reason } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKey }),
  });
}

export function useCreditInvoice(number: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: CreditBody; key: string }) =>
      call(creditInvoice, { params: { number }, body }, { idempotencyKey: key }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: staffKey }),
  });
}

export const loadCreditSchema = () =>
  import('../../wire/staff-invoices.form.ts').then((module) => module.creditInvoiceBody);
