// Queries and mutations of the customs screens.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadEndpoint } from '#client/download-endpoint.ts';
import { CallError } from '#lib/call-error.ts';
import type { CalculationInput, TitleAndNotes } from '../wire/calculations/calculation-inputs.ts';
import type { CalculationWire } from '../wire/calculations/calculation-results.ts';
import type { ImportKind } from '../wire/calculations/calculations.constants.ts';
import type { ComparisonInput } from '../wire/calculations/comparisons.ts';
import * as contract from '../wire/index.ts';

export const customsKey = ['customs'];

// The browser build keeps only single endpoints of the contract, so they are grouped again here.
const calls = {
  vehicle: {
    calculate: contract.calculateVehicle,
    save: contract.saveVehicle,
    history: contract.listVehicleHistory,
    read: contract.readVehicle,
    put: contract.putVehicle,
    patch: contract.patchVehicle,
    remove: contract.deleteVehicle,
    compare: contract.compareVehicles,
    share: contract.shareVehicle,
    unshare: contract.unshareVehicle,
    pdf: contract.readVehiclePdf,
  },
  goods: {
    calculate: contract.calculateGoods,
    save: contract.saveGoods,
    history: contract.listGoodsHistory,
    read: contract.readGoods,
    put: contract.putGoods,
    patch: contract.patchGoods,
    remove: contract.deleteGoods,
    compare: contract.compareGoods,
    share: contract.shareGoods,
    unshare: contract.unshareGoods,
    pdf: contract.readGoodsPdf,
  },
};

const ruleSetsMax = '100';
const rulesStaleMs = 600_000;

/** All rule sets of a kind at once, so that the form changes with the destination without delay. */
export const useRuleSets = (kind: ImportKind, date: string) =>
  useQuery({
    queryKey: [...customsKey, 'rule-sets', kind, date],
    queryFn: async ({ signal }) => {
      const query = { kind, page_size: ruleSetsMax, ...(date && { date }) };
      return (await call(contract.listRuleSets, { query }, { signal })).results;
    },
    placeholderData: keepPreviousData,
    staleTime: rulesStaleMs,
  });

const codesKey = [...customsKey, 'hs-codes'];

/** Codes that match; without a search the codes that the customer saved. */
export const useHsCodes = (search: string, country: string) =>
  useQuery({
    queryKey: [...codesKey, search, country],
    queryFn: ({ signal }) => {
      const destination = country && { destination_country: country };
      const query = search
        ? { search, page_size: '30', ...destination }
        : { saved: 'true' as const, page_size: '100', ...destination };
      return call(contract.searchHsCodes, { query }, { signal });
    },
    placeholderData: keepPreviousData,
  });

export function useSaveCode() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ code, description, is_saved: isSaved }: HsCode) => {
      if (isSaved) await call(contract.removeHsCode, { params: { hs_code: code } });
      else await call(contract.saveHsCode, { params: { hs_code: code }, body: { description } });
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: codesKey }),
  });
}
export type HsCode = { code: string; description: string; is_saved: boolean };

/** Neither stored nor counted. The body is JSON text, so that equal facts share a query. */
export const usePreviewQuery = (kind: ImportKind, body: string | null) =>
  useQuery({
    queryKey: [...customsKey, 'preview', kind, body],
    queryFn: ({ signal }) => {
      const input = {
        body: JSON.parse(body ?? '{}') as CalculationInput,
        query: { preview: 'true' as const },
      };
      return call(calls[kind].calculate, input, { signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });

/** The facts of a saved calculation with today's rules and rates. Nothing is stored. */
export const previewFacts = (kind: ImportKind, inputs: CalculationInput) =>
  call(calls[kind].calculate, { body: inputs, query: { preview: 'true' } });

export type HistoryQuery = { page: string; search?: string; destination_country?: string };

export const useHistory = (kind: ImportKind, query: HistoryQuery) =>
  useQuery({
    queryKey: [...customsKey, 'history', kind, query],
    queryFn: ({ signal }) => call(calls[kind].history, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

const toKey = (kind: ImportKind, id: string) => [...customsKey, 'one', kind, id];

export const useCalculation = (kind: ImportKind, id: string | null) =>
  useQuery({
    queryKey: toKey(kind, id ?? ''),
    queryFn: ({ signal }) => call(calls[kind].read, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });

function useStoreResult(kind: ImportKind) {
  const queryClient = useQueryClient();
  return async (calculation?: CalculationWire) => {
    if (calculation) queryClient.setQueryData(toKey(kind, String(calculation.id)), calculation);
    await queryClient.invalidateQueries({ queryKey: [...customsKey, 'history', kind] });
  };
}

export function useSaveCalculation(kind: ImportKind) {
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: ({ body, key }: { body: CalculationInput & TitleAndNotes; key: string }) =>
      call(calls[kind].save, { body }, { idempotencyKey: key }),
    onSuccess,
  });
}

/** Saves a run of the history as it is. */
export function useSaveFromHistory(kind: ImportKind, id: number) {
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: () => call(calls[kind].save, { body: { from_history: id } }),
    onSuccess,
  });
}

export function useUpdateTitleAndNotes(kind: ImportKind, id: string) {
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: (body: TitleAndNotes) =>
      call(calls[kind].patch, { params: { id }, body: { ...body } }),
    onSuccess,
  });
}

export function useReplaceResult(kind: ImportKind, id: string) {
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: (body: CalculationInput) => call(calls[kind].put, { params: { id }, body }),
    onSuccess,
  });
}

export function useDeleteCalculation(kind: ImportKind) {
  const queryClient = useQueryClient();
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: (id: string) => call(calls[kind].remove, { params: { id } }),
    onSuccess: async (_, id) => {
      queryClient.removeQueries({ queryKey: toKey(kind, id) });
      await onSuccess();
    },
  });
}

export function useShare(kind: ImportKind, id: string) {
  const onSuccess = useStoreResult(kind);
  return useMutation({
    mutationFn: () => call(calls[kind].share, { params: { id } }),
    onSuccess,
  });
}

export function useUnshare(kind: ImportKind, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(calls[kind].unshare, { params: { id } }),
    onSuccess: () =>
      queryClient.setQueryData(toKey(kind, id), (cached: CalculationWire | undefined) =>
        cached ? { ...cached, share_url: null } : cached,
      ),
  });
}

/** 304 has no body. It is not expected, because the call sends no ETag. */
export async function loadPdf(kind: ImportKind, id: string): Promise<Blob> {
  const content = await call(calls[kind].pdf, { params: { id } });
  if (!content) throw new CallError(304, undefined);
  return content;
}

export const loadCsv = (kind: ImportKind, id: string): Promise<Blob> =>
  call(downloadEndpoint(calls[kind].read), { params: { id }, query: { format: 'csv' } });

/** Neither stored nor counted. The body is JSON text, so that equal facts share a query. */
export const useComparisonQuery = (kind: ImportKind, body: string | null) =>
  useQuery({
    queryKey: [...customsKey, 'compare', kind, body],
    queryFn: ({ signal }) => {
      const input = {
        body: JSON.parse(body ?? '{}') as ComparisonInput,
        query: { preview: 'true' as const },
      };
      return call(calls[kind].compare, input, { signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });

export const loadComparisonPdf = (kind: ImportKind, body: ComparisonInput): Promise<Blob> =>
  call(downloadEndpoint(calls[kind].compare), {
    body,
    query: { preview: 'true', format: 'pdf' },
  });

export const useShared = (token: string) =>
  useQuery({
    queryKey: [...customsKey, 'shared', token],
    queryFn: ({ signal }) =>
      call(contract.readShared, { params: { token } }, { signal, isAnonymous: true }),
  });

export const useDemo = () =>
  useMutation({
    mutationFn: (body: CalculationInput) =>
      call(contract.calculateDemo, { body }, { isAnonymous: true }),
  });

export const useRates = (base: string, date: string) =>
  useQuery({
    queryKey: [...customsKey, 'rates', base, date],
    queryFn: ({ signal }) =>
      call(contract.listRates, { query: { base, ...(date && { date }) } }, { signal }),
    placeholderData: keepPreviousData,
  });

export type ConversionQuery = { from: string; to: string; amount: string; date: string };

export const useConversion = ({ from, to, amount, date }: ConversionQuery) =>
  useQuery({
    queryKey: [...customsKey, 'convert', from, to, amount, date],
    queryFn: ({ signal }) =>
      call(
        contract.convertCurrency,
        { query: { from, to, amount, ...(date && { date }) } },
        { signal },
      ),
    enabled: amount !== '',
    placeholderData: keepPreviousData,
  });
