// Queries and mutations for imported tariffs, for staff.

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { createList } from '#client/create-list.ts';
import { useCall } from '#client/use-call.ts';
import {
  approveTariffVersion,
  compareTariffVersion,
  listCustomsTariffVersions,
  publishTariffVersion,
  readTariffVersion,
} from '../../../wire/index.ts';
import type { TariffVersionDetailsWire } from '../../../wire/tariffs/tariff-versions.ts';

const tariffsKey = ['staff', 'customs-tariffs'];
const oneKey = (id: string) => [...tariffsKey, 'one', id];

export const tariffVersionList = createList([...tariffsKey, 'list'], listCustomsTariffVersions);

export const useTariffVersion = (id: string) =>
  useQuery({
    queryKey: oneKey(id),
    queryFn: ({ signal }) => call(readTariffVersion, { params: { id } }, { signal }),
    enabled: id !== '',
  });

export const useTariffDifference = (id: number) =>
  useCall([...tariffsKey, 'difference', id], compareTariffVersion, { params: { id: String(id) } });

function useVersionChange(mutationFn: () => Promise<TariffVersionDetailsWire>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: (version) => queryClient.setQueryData(oneKey(String(version.id)), version),
    onSettled: () => queryClient.invalidateQueries({ queryKey: tariffsKey }),
  });
}

const toParams = (id: number) => ({ params: { id: String(id) } });
export const useApproveTariff = (id: number) =>
  useVersionChange(() => call(approveTariffVersion, toParams(id)));
export const usePublishTariff = (id: number) =>
  useVersionChange(() => call(publishTariffVersion, toParams(id)));
