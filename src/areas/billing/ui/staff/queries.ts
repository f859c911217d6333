import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import type { CallInput, CallResult } from '#lib/endpoint-types.ts';
import {
  discardTariff,
  draftTariff,
  listTariffOffers,
  listTariffVersions,
  publishTariff,
  retireTariff,
  setTariffOffers,
} from '../../wire/index.ts';

const versionsKey = ['staff', 'tariffs'];
export type TariffDraft = CallInput<typeof draftTariff>['body'];

export const useTariffVersions = () =>
  useQuery({
    queryKey: versionsKey,
    queryFn: async ({ signal }) => (await call(listTariffVersions, {}, { signal })).versions,
  });

function useVersionChange<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSettled: () => queryClient.invalidateQueries({ queryKey: versionsKey }),
  });
}
const toParams = (id: number) => ({ params: { id: String(id) } });

export const useDraftTariff = () =>
  useVersionChange((body: TariffDraft) => call(draftTariff, { body }));
export const usePublishTariff = () =>
  useVersionChange((id: number) => call(publishTariff, toParams(id)));
export const useRetireTariff = () =>
  useVersionChange((id: number) => call(retireTariff, toParams(id)));
export const useDiscardTariff = () =>
  useVersionChange((id: number) => call(discardTariff, toParams(id)));

export type TariffOffer = CallResult<typeof listTariffOffers>['tariffs'][number];

const offersKey = (id: string) => ['staff', 'tariff-offers', id];

export const useTariffOffers = (id: string) =>
  useQuery({
    queryKey: offersKey(id),
    queryFn: async ({ signal }) =>
      (await call(listTariffOffers, { params: { id } }, { signal })).tariffs,
    // It fills a form, so it must not be stale.
    staleTime: 0,
    gcTime: 0,
  });

export function useSetTariffOffers(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { tariffs: string[] }) => call(setTariffOffers, { params: { id }, body }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: offersKey(id) }),
  });
}
