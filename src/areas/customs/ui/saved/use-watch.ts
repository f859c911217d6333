// Watching a calculation, and what changed in it.

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#client/api.ts';
import { useCall } from '#client/use-call.ts';
import { useLiveTopic } from '#client/use-live-topic.ts';
import type { ImportKind } from '../../wire/calculations/calculations.constants.ts';
import * as contract from '../../wire/index.ts';
import { customsKey } from '../queries.ts';

const calls = {
  vehicle: { patch: contract.patchVehicle, list: contract.listVehicleRecalculations },
  goods: { patch: contract.patchGoods, list: contract.listGoodsRecalculations },
};

const recalculationsKey = [...customsKey, 'recalculations'];
const liveKeys = [recalculationsKey];
const shownMax = '5';

export function useRecalculations(kind: ImportKind, id: string) {
  useLiveTopic('customs', liveKeys);
  return useCall([...recalculationsKey, kind, id], calls[kind].list, {
    params: { id },
    query: { page_size: shownMax },
  });
}

export function useWatch(kind: ImportKind, id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (isWatched: boolean) =>
      call(calls[kind].patch, { params: { id }, body: { is_watched: isWatched } }),
    onSuccess: (calculation) =>
      queryClient.setQueryData([...customsKey, 'one', kind, id], calculation),
  });
}
