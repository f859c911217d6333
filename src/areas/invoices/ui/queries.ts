import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import { CallError } from '#lib/call-error.ts';
import type { CallInput } from '#lib/endpoint-types.ts';
import { putBillingProfile, readBillingProfile } from '../wire/billing-profile.ts';
import { listInvoices, readInvoice, readInvoicePdf, readInvoiceXml } from '../wire/invoices.ts';

const invoicesKey = ['invoices'];
const profileKey = [...invoicesKey, 'billing-profile'];

export const invoiceList = createList([...invoicesKey, 'list'], listInvoices);

export const useInvoice = (number: string) =>
  useCall([...invoicesKey, 'one', number], readInvoice, { params: { number } });

/** Null until it is saved for the first time. */
export const useBillingProfile = () =>
  useQuery({
    queryKey: profileKey,
    queryFn: async ({ signal }) => (await call(readBillingProfile, {}, { signal })) ?? null,
  });

export type ProfileBody = CallInput<typeof putBillingProfile>['body'];

export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ body, key }: { body: ProfileBody; key: string }) =>
      call(putBillingProfile, { body }, { idempotencyKey: key }),
    onSuccess: (profile) => queryClient.setQueryData(profileKey, profile),
  });
}

/** 304 has no body; we never send an ETag, so it does not occur. */
function asFile(content: Blob | undefined): Blob {
  if (!content) throw new CallError(304, undefined);
  return content;
}

export const loadPdf = async (number: string) =>
  asFile(await call(readInvoicePdf, { params: { number } }));

export const loadXml = async (number: string) =>
  asFile(await call(readInvoiceXml, { params: { number } }));
