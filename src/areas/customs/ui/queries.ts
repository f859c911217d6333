// What the customs screens read and change.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { downloadOf } from '#client/download-of.ts';
import { CallError } from '#client/errors.ts';
import type { CallInput } from '#lib/endpoint-calls.ts';
import type { CalculationWire } from '../calculation-schema.ts';
import * as contract from '../contract.ts';
import type { FactKind } from '../facts.ts';

export const customsKey = ['customs'];

/** Both kinds have the same calls; the types are those of one. */
type Calls = {
  calculate: typeof contract.calculateVehicle;
  save: typeof contract.saveVehicle;
  history: typeof contract.listVehicleHistory;
  read: typeof contract.readVehicle;
  put: typeof contract.putVehicle;
  patch: typeof contract.patchVehicle;
  remove: typeof contract.deleteVehicle;
  compare: typeof contract.compareVehicles;
  share: typeof contract.shareVehicle;
  unshare: typeof contract.unshareVehicle;
  pdf: typeof contract.readVehiclePdf;
};

const calls: Record<FactKind, Calls> = {
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
  } as unknown as Calls,
};

/** What the form makes of its draft: the server judges every field of it. */
export type Body = Record<string, unknown>;
type Facts = CallInput<Calls['calculate']>['body'];

const ruleSetsMax = '100';
const rulesStaleMs = 600_000;

/** All rules of a kind at once, so that another destination changes the form without a wait. */
export const useRuleSets = (kind: FactKind, date: string) =>
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

/** What matches the words; without any the codes that the customer saved. */
export const useHsCodes = (search: string, country: string) =>
  useQuery({
    queryKey: [...codesKey, search, country],
    queryFn: ({ signal }) => {
      const place = country && { destination_country: country };
      const query = search
        ? { search, page_size: '30', ...place }
        : { saved: 'true' as const, page_size: '100', ...place };
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

/** Neither kept nor counted. The body comes as text, so that equal facts are asked for once. */
export const usePreviewQuery = (kind: FactKind, body: string | null) =>
  useQuery({
    queryKey: [...customsKey, 'preview', kind, body],
    queryFn: ({ signal }) => {
      const input = {
        body: JSON.parse(body ?? '{}') as Facts,
        query: { preview: 'true' as const },
      };
      return call(calls[kind].calculate, input, { signal });
    },
    enabled: body !== null,
    placeholderData: keepPreviousData,
  });

/** The facts of a kept calculation under today's rules and rates; kept nowhere. */
export const previewFacts = (kind: FactKind, inputs: Body) =>
  call(calls[kind].calculate, { body: inputs as Facts, query: { preview: 'true' } });

export type HistoryQuery = { page: string; search?: string; destination_country?: string };

export const useHistory = (kind: FactKind, query: HistoryQuery) =>
  useQuery({
    queryKey: [...customsKey, 'history', kind, query],
    queryFn: ({ signal }) => call(calls[kind].history, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

const keyOf = (kind: FactKind, id: string) => [...customsKey, 'one', kind, id];

export const useCalculation = (kind: FactKind, id: string | null) =>
  useQuery({
    queryKey: keyOf(kind, id ?? ''),
    queryFn: ({ signal }) => call(calls[kind].read, { params: { id: id ?? '' } }, { signal }),
    enabled: id !== null,
  });

function useKeeper(kind: FactKind) {
  const queryClient = useQueryClient();
  return async (calculation?: CalculationWire) => {
    if (calculation) queryClient.setQueryData(keyOf(kind, String(calculation.id)), calculation);
    await queryClient.invalidateQueries({ queryKey: [...customsKey, 'history', kind] });
  };
}

type Words = { title?: string; notes?: string };

export function useSaveCalculation(kind: FactKind) {
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: ({ body, key }: { body: Body; key: string }) =>
      call(calls[kind].save, { body: body as Facts & Words }, { idempotencyKey: key }),
    onSuccess,
  });
}

/** A run of the history is kept as it is. */
export function useKeepRun(kind: FactKind, id: number) {
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: () => call(calls[kind].save, { body: { from_history: id } }),
    onSuccess,
  });
}

export function useRename(kind: FactKind, id: string) {
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: (words: Words) => call(calls[kind].patch, { params: { id }, body: words }),
    onSuccess,
  });
}

export function useReplaceResult(kind: FactKind, id: string) {
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: (inputs: Body) => call(calls[kind].put, { params: { id }, body: inputs as Words }),
    onSuccess,
  });
}

export function useDeleteCalculation(kind: FactKind) {
  const queryClient = useQueryClient();
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: (id: string) => call(calls[kind].remove, { params: { id } }),
    onSuccess: async (_, id) => {
      queryClient.removeQueries({ queryKey: keyOf(kind, id) });
      await onSuccess();
    },
  });
}

export function useShare(kind: FactKind, id: string) {
  const onSuccess = useKeeper(kind);
  return useMutation({
    mutationFn: () => call(calls[kind].share, { params: { id } }),
    onSuccess,
  });
}

export function useUnshare(kind: FactKind, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call(calls[kind].unshare, { params: { id } }),
    onSuccess: () =>
      queryClient.setQueryData(keyOf(kind, id), (kept: CalculationWire | undefined) =>
        kept ? { ...kept, share_url: null } : kept,
      ),
  });
}

/** "Not modified" has no body, and comes only to who asks with a mark of what they have. */
export async function loadPdf(kind: FactKind, id: string): Promise<Blob> {
  const content = await call(calls[kind].pdf, { params: { id } });
  if (!content) throw new CallError(304, undefined);
  return content;
}

export const loadCsv = (kind: FactKind, id: string): Promise<Blob> =>
  call(downloadOf(calls[kind].read), { params: { id }, query: { format: 'csv' } });

export type Scenario = { label: string; changes: Body };

/** Comparing is counted, so it is asked for by a press and not while typing. */
export const useCompare = (kind: FactKind) =>
  useMutation({
    mutationFn: (asked: { base: Body; scenarios: readonly Scenario[] }) =>
      call(calls[kind].compare, {
        body: asked as unknown as CallInput<Calls['compare']>['body'],
      }),
  });

export const useShared = (token: string) =>
  useQuery({
    queryKey: [...customsKey, 'shared', token],
    queryFn: ({ signal }) =>
      call(contract.readShared, { params: { token } }, { signal, isAnonymous: true }),
  });

export const useDemo = () =>
  useMutation({
    mutationFn: (body: Body) =>
      call(contract.calculateDemo, { body: body as Facts }, { isAnonymous: true }),
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
